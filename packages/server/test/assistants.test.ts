import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { fileURLToPath } from "node:url"
import { assert, describe } from "vitest"
import { type Environment, it, planted } from "./daybook.ts"
import { tryTool } from "./tryTool.ts"

describe("an assistant", () => {
  it("connects over a pipe: to the server that has the folder open, or to the folder itself", async ({
    daybook,
  }) => {
    const env = daybook.stores.sqlite()
    const server = await daybook.start(env)
    const run = { started_at: "2026-07-13", distance_mi: 3.1, moving_s: 1_500, name: "River loop" }
    await fetch(`${server.url}/v1/admin/running/run`, {
      method: "POST",
      headers: { authorization: `Bearer ${planted.adminKey}`, "content-type": "application/json" },
      body: JSON.stringify(run),
    })
    for (const stopsBefore of [false, true]) {
      if (stopsBefore) await server.stop()
      const client = await onPipe(env)
      const { tools } = await client.listTools()
      assert.notInclude(
        tools.map(({ name }) => name),
        "add",
      )
      assert.include(JSON.stringify((await tryTool(client, "runs", {})).data), "River loop")
      await client.close()
    }
    const writing = await onPipe({ ...env, MCP_WRITES: "on" })
    await tryTool(writing, "add", { type: "run", fields: { ...run, started_at: "2026-07-14", name: "Hill" } })
    assert.include(JSON.stringify((await tryTool(writing, "runs", {})).data), "Hill")
    await writing.close()
  })
})

/** The command, as an assistant starts it. */
const onPipe = async (env: Environment) => {
  const client = new Client({ name: "a test", version: "1" })
  const command = fileURLToPath(new URL("../bin/daybook.js", import.meta.url))
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, "mcp"],
      env: { PATH: process.env["PATH"] ?? "", EMBEDDINGS_MODEL: "words", ...env },
    }),
  )
  return client
}
