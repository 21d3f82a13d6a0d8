"""How well forms are understood, measured on pages whose authors say what is right."""
