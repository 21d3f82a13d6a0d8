"""Which code is behind a file."""

from leadline_bench.locate.provenance import digest_of, imported_by


def test_a_module_stands_for_all_it_imports() -> None:
    """Directly, through packages, and through names that are modules themselves."""
    behind = imported_by("leadline_bench.locate.trial")
    assert {
        "leadline.locate.loop",
        "leadline.parse.document",
        "leadline_bench.virtual",
        "leadline.topics",
    } <= behind
    assert "leadline.cli.app" not in behind


def test_some_can_be_left_out() -> None:
    """Without the package of strategies the digest is another one, and no strategy is in it."""
    behind = imported_by("leadline_bench.locate.trial", ("leadline.locate.strategies",))
    assert not [name for name in behind if name.startswith("leadline.locate.strategies")]
    whole = digest_of("leadline_bench.locate.trial")
    assert whole != digest_of("leadline_bench.locate.trial", without=["leadline.locate.strategies"])


def test_data_files_count() -> None:
    """The words of the lab are behind its pages: their files belong to the digest of their package."""
    from leadline_bench.locate.provenance import _files

    assert any(file.suffix == ".toml" for file in _files("leadline_lab.words"))
