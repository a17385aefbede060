import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, inject, it } from "vitest"
import { type Daybook, Daybooks, planted } from "../daybook.ts"
import { Prepared } from "../prepared.ts"
import { questions as ownersQuestions } from "../questions.ts"
import { tryTool } from "../tryTool.ts"
import { type ExactQuestion, expectedOf, isInOrderOfTime, round } from "./expected.ts"
import { type Life, readLife } from "./life.ts"
import { exactQuestions } from "./questions.ts"

interface Counted {
  readonly total: Readonly<Record<string, number>>
  readonly groups?: number
  readonly rows?: ReadonlyArray<Readonly<Record<string, string | number>>>
}

/** Fails if anything in a response is not what the export has. */
const assertExact = (life: Life, question: ExactQuestion, { groups, rows = [], total }: Counted) => {
  const { by = [], measure } = question
  const words = JSON.stringify(question)
  const expected = expectedOf(life, question)
  assert.strictEqual(total["count"], expected.total, words)
  if (measure !== undefined) assert.strictEqual(total[measure], expected.sum, words)
  if (by.length === 0) return
  assert.strictEqual(groups, expected.groups.size, words)
  const valueOf = (key: string) => expected.groups.get(key)?.[measure === undefined ? "count" : "sum"] ?? 0
  const keys = rows.map((row) => by.map((name) => String(row[name])).join(" | "))
  assert.lengthOf(new Set(keys), Math.min(100, expected.groups.size), words)
  for (const [at, row] of rows.entries()) {
    const key = keys[at] ?? ""
    assert.strictEqual(row["count"], expected.groups.get(key)?.count, `${words}: ${key}`)
    if (measure !== undefined) assert.strictEqual(row[measure], round(valueOf(key)), `${words}: ${key}`)
  }
  // The largest are shown, or the earliest for times.
  if (isInOrderOfTime(question)) return
  const largest = [...expected.groups.keys()].map(valueOf).sort((one, other) => other - one)
  assert.deepStrictEqual(keys.map(valueOf), largest.slice(0, rows.length), words)
}

const newest = { versionNegotiation: { mode: { pin: "2026-07-28" } } }

let daybook: Daybooks
let server: Daybook

beforeAll(async () => {
  daybook = new Daybooks(await Prepared.make(inject("postgresUrl")))
  // Backups of the owner's data are not made of the demo's, so that this setting does not matter.
  const settings = { TIME_ZONE: "UTC", BACKUP_TO: tmpdir() }
  server = await daybook.startDemo({ ...daybook.stores.memory(), ...settings })
})
afterAll(() => daybook.end())

const connect = async (options?: ConstructorParameters<typeof Client>[1]) => {
  const client = new Client({ name: "a test", version: "1" }, options)
  const requestInit = { headers: { authorization: `Bearer ${planted.readKey}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", server.url), { requestInit }))
  return client
}

describe("an assistant on the demo data", () => {
  it("answers the questions of the owner", async () => {
    const client = await connect(newest)
    assert.isAtLeast(ownersQuestions.length, 30)
    const used = new Set<string>()
    for (const { args, ask, holds, tool } of ownersQuestions) {
      used.add(tool)
      const { data } = await tryTool(client, tool, args)
      assert.isTrue(holds(data), `${ask}\n${JSON.stringify(data)?.slice(0, 2_000)}`)
    }
    const { tools } = await client.listTools()
    // The demo data has no images.
    used.add("show_image")
    assert.sameMembers(
      [...used],
      tools.map(({ name }) => name),
    )
    await client.close()
  })
})

describe("exact questions", () => {
  it("are two hundred, and each response matches an export", async () => {
    const folder = daybook.folder()
    mkdirSync(folder, { recursive: true })
    const life = await readLife(server.admin, join(folder, "life.zip"))
    const client = await connect()
    const questions = exactQuestions(life)
    assert.isAtLeast(new Set(questions.map((question) => JSON.stringify(question))).size, 200)
    const wrong: Array<string> = []
    for (const question of questions) {
      const result = await client.callTool(
        { name: "count_by", arguments: { ...question, limit: 100 } },
        { timeout: 170_000 },
      )
      try {
        assert.notStrictEqual(
          result.isError,
          true,
          `${JSON.stringify(question)} ${JSON.stringify(result.content)}`,
        )
        assertExact(life, question, (result.structuredContent as { data: Counted }).data)
      } catch (error) {
        wrong.push(String(error))
      }
    }
    assert.deepStrictEqual(wrong, [])
    await client.close()
  }, 1_200_000)
})
