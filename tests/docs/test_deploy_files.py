"""The files of `deploy/`: they are YAML, and what they run are commands of ours. No cluster is made."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from leadline.cli.app import app

DEPLOY = Path(__file__).parents[2] / "deploy"
COMMAND = re.compile(r"leadline ((?:locate|resume|run|db init) .*?)(?:\s*\|\||'$|$)", re.MULTILINE)


@pytest.mark.parametrize("name", ["ray-cluster.yaml", "kuberay.yaml"])
def test_files_of_a_cluster_run_commands_of_ours(name: str) -> None:
    """Every option that is written there is one that the command has."""
    yaml = pytest.importorskip("yaml", reason="comes with Ray")
    text = (DEPLOY / name).read_text("utf-8")
    assert all(isinstance(part, dict) for part in yaml.safe_load_all(text))
    folded = re.sub(r"\n +(?=--)", " ", text)
    commands = [shlex.split(found[1]) for found in COMMAND.finditer(folded)]
    assert {words[0] for words in commands} >= {"locate"}
    for words in commands:
        command = typer.main.get_command(app)
        while hasattr(command, "commands"):
            command = command.commands[words.pop(0)]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known
