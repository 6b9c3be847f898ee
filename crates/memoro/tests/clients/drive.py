"""Drives Memoro with the official Python client, as an agent would. Ends with an error at the first thing that is wrong.

usage: drive.py stdio MODE BINARY WORKSPACE      (MODE: legacy, auto or 2026-07-28)
       drive.py http MODE URL TOKEN
"""

import asyncio
import sys

import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters

answers = []
asked = []


async def elicit(context, params):
    """The person: agrees or declines as the test says."""
    asked.append(params.message)
    action = answers.pop(0)
    return types.ElicitResult(action=action, content={} if action == "accept" else None)


def connection(kind, where, what):
    if kind == "stdio":
        arguments = ["mcp", "--workspace", what]
        return StdioServerParameters(command=where, args=arguments, env={"NO_COLOR": "1"})
    import httpx2 as httpx
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {what}"}
    return streamable_http_client(where, http_client=httpx.AsyncClient(headers=headers, timeout=30))


async def tools(client):
    listed = (await client.list_tools()).tools
    names = [tool.name for tool in listed]
    assert 0 < len(names) <= 8, names
    for tool in listed:
        assert tool.title and tool.description and tool.input_schema and tool.output_schema, tool
        hints = tool.annotations
        assert hints.read_only_hint is not None and hints.destructive_hint is not None
        assert hints.idempotent_hint is not None and hints.open_world_hint is False
    return names


async def writes(client):
    kept = await client.call_tool("remember", {"text": "The staging database is rebuilt every Sunday night"})
    assert not kept.is_error and kept.structured_content["status"] in ("stored", "merged"), kept
    thai = await client.call_tool("remember", {"text": "เซิร์ฟเวอร์ทดสอบอยู่ที่ห้องชั้นสาม"})
    assert not thai.is_error, thai
    found = await client.call_tool("recall", {"query": "when is staging rebuilt?"})
    assert "Sunday" in found.structured_content["hits"][0]["text"], found
    again = await client.call_tool("get", {"id": kept.structured_content["id"]})
    assert "Sunday" in again.structured_content["text"], again
    pack = await client.call_tool("context", {"query": "staging"})
    assert "Sunday" in pack.content[0].text and pack.structured_content["tokens"] > 0, pack


async def confirmations(client):
    """What an agent says about the user waits; the user agrees, declines, or is not there."""
    answers[:] = ["accept"]
    kept = await client.call_tool("remember", {"text": "ไทย", "key": "response.language", "kind": "preference"})
    assert kept.structured_content["status"] in ("stored", "superseded"), kept
    assert "ไทย" in asked[-1], asked
    answers[:] = ["decline"]
    kept = await client.call_tool("remember", {"text": "long", "key": "response.length", "kind": "preference"})
    assert kept.structured_content["status"] == "rejected", kept
    answers[:] = ["cancel"]
    kept = await client.call_tool("remember", {"text": "blunt", "key": "response.style", "kind": "preference"})
    left = await client.call_tool("pending", {})
    keys = [one["key"] for one in left.structured_content["waiting"]]
    assert "response.style" in keys and "response.length" not in keys, (kept, left)
    answers[:] = ["accept"]
    decided = await client.call_tool("pending", {"id": "response.style", "decision": "reject"})
    assert decided.structured_content["decided"][0]["status"] == "dropped", decided
    answers[:] = ["accept"]
    gone = await client.call_tool("forget", {"id": "response.language"})
    assert gone.structured_content["status"] == "forgotten", gone
    answers[:] = ["accept"]
    said = await client.call_tool("say", {"message": "记住：我喜欢简短的回答"})
    assert said.structured_content["done"][0]["status"] in ("stored", "superseded", "merged"), said
    assert not answers, answers


async def failures(client):
    """What is wrong with a call is told in the answer, and the server goes on."""
    for name, arguments in [
        ("recall", {}),
        ("recall", {"query": ""}),
        ("recall", {"query": 7}),
        ("recall", {"query": "x", "limit": 10**12}),
        ("remember", {"text": "x", "colour": "red"}),
        ("get", {"id": "no-such-memory"}),
        ("get", {"path": "../../etc/passwd"}),
        ("get", {"path": ".memoro/memoro.db"}),
        ("get", {}),
    ]:
        wrong = await client.call_tool(name, arguments)
        assert wrong.is_error and wrong.content[0].text.startswith("error "), (name, arguments, wrong)
    for name in ["no_such_tool", "ไม่มี"]:
        try:
            await client.call_tool(name, {})
        except MCPError as error:
            assert error.code == -32602, error
        else:
            raise AssertionError(name)


async def resources(client):
    first = await client.list_resources()
    uris = [str(resource.uri) for resource in first.resources]
    assert "memoro://vault/MEMORY.md" in uris, uris
    assert not any(".memoro" in uri or ".locks" in uri or "POLICY" in uri for uri in uris), uris
    read = await client.read_resource("memoro://vault/MEMORY.md")
    assert "# " in read.contents[0].text, read
    templates = (await client.list_resource_templates()).resource_templates
    assert len(templates) == 2, templates
    for uri in ["memoro://vault/.memoro/memoro.db", "memoro://vault/%2e%2e/x", "file:///etc/passwd"]:
        try:
            await client.read_resource(uri)
        except MCPError:
            continue
        raise AssertionError(uri)
    prompt = (await client.list_prompts()).prompts[0]
    got = await client.get_prompt(prompt.name, {"query": "staging", "budget": "500"})
    assert "Sunday" in got.messages[0].content.text, got


async def progress(client):
    steps = []

    async def told(done, total, message):
        steps.append((done, total))

    result = await client.call_tool("index", {}, progress_callback=told)
    assert not result.is_error, result
    assert all(a[0] < b[0] for a, b in zip(steps, steps[1:])), steps
    return len(steps)


async def main():
    kind, mode, where, what = sys.argv[1:5]
    async with Client(connection(kind, where, what), mode=mode, elicitation_callback=elicit) as client:
        version = client.protocol_version
        assert version == ("2025-11-25" if mode == "legacy" else "2026-07-28"), version
        names = await tools(client)
        await writes(client)
        await confirmations(client)
        await failures(client)
        await resources(client)
        steps = await progress(client)
    async with Client(connection(kind, where, what), mode=mode) as client:
        kept = await client.call_tool("remember", {"text": "dark", "key": "editor.theme", "kind": "preference"})
        assert kept.structured_content["status"] == "pending", kept
        asked_for = await client.call_tool("forget", {"id": "editor.theme"})
        assert asked_for.is_error or asked_for.structured_content["status"] == "asked", asked_for
    print(f"python {kind} {mode}: {version}, {len(names)} tools, {steps} steps, {len(asked)} questions")


asyncio.run(main())
