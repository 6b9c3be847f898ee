"""Runs the SDK's memory tool helper against Memoro, beside the SDK's own tool over plain files: both must say the same.

usage: memory_tool.py URL TOKEN      (URL: …/v1/memory-tool)
"""

import json
import sys
import tempfile
import urllib.request

from anthropic.lib.tools import BetaAbstractMemoryTool
from anthropic.lib.tools._beta_builtin_memory_tool import BetaLocalFilesystemMemoryTool
from anthropic.lib.tools._beta_functions import ToolError

URL, TOKEN = sys.argv[1:3]


class MemoroMemoryTool(BetaAbstractMemoryTool):
    """The tool as an application would write it: every command goes to the server."""

    def send(self, command):
        body = json.dumps(command.model_dump(exclude_none=True)).encode()
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(URL, body, headers), timeout=30) as response:
            answer = json.load(response)
        if answer["is_error"]:
            raise ToolError(answer["content"])
        return answer["content"]

    view = create = str_replace = insert = delete = rename = send


def told(tool, command):
    try:
        return "ok", tool.call(command)
    except ToolError as error:
        return "error", error.content if isinstance(getattr(error, "content", None), str) else str(error)


def lines(text):
    """What is seen of a folder or file, without sizes, which are the disk's, and without an empty line at the end."""
    found = [line.split("\t", 1)[-1] for line in text.splitlines()]
    return found[:-1] if found[-1] == "" else found


COMMANDS = [
    {"command": "view", "path": "/memories"},
    {"command": "create", "path": "/memories/notes.md", "file_text": "หนึ่ง\ntwo\n三\ntwo\n"},
    {"command": "create", "path": "/memories/notes.md", "file_text": "again"},
    {"command": "create", "path": "/memories/projects/web.txt", "file_text": "alpha\nbeta\n"},
    {"command": "view", "path": "/memories"},
    {"command": "view", "path": "/memories/notes.md"},
    {"command": "view", "path": "/memories/notes.md", "view_range": [2, 3]},
    {"command": "view", "path": "/memories/none.md"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "三", "new_str": "สาม"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "two", "new_str": "2"},
    {"command": "str_replace", "path": "/memories/notes.md", "old_str": "absent", "new_str": "x"},
    {"command": "insert", "path": "/memories/notes.md", "insert_line": 0, "insert_text": "ต้น\n"},
    {"command": "insert", "path": "/memories/notes.md", "insert_line": 99, "insert_text": "x\n"},
    {"command": "view", "path": "/memories/notes.md"},
    {"command": "rename", "old_path": "/memories/projects/web.txt", "new_path": "/memories/notes.md"},
    {"command": "rename", "old_path": "/memories/projects/web.txt", "new_path": "/memories/web.txt"},
    {"command": "rename", "old_path": "/memories/none.md", "new_path": "/memories/other.md"},
    {"command": "delete", "path": "/memories/web.txt"},
    {"command": "delete", "path": "/memories/web.txt"},
    {"command": "view", "path": "/etc/passwd"},
]

with tempfile.TemporaryDirectory() as folder:
    theirs, ours = BetaLocalFilesystemMemoryTool(folder), MemoroMemoryTool()
    for command in COMMANDS:
        expected, got = told(theirs, command), told(ours, command)
        same = expected[0] == got[0] and lines(expected[1]) == lines(got[1])
        assert same, f"{command}\n  theirs: {expected!r}\n  ours:   {got!r}"
    escape = told(ours, {"command": "view", "path": "/memories/../../etc/passwd"})
    assert escape[0] == "error", escape
print(f"memory tool: {len(COMMANDS)} commands answered as the SDK's own tool does")
