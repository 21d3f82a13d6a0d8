from leadline.cli import main

main()
