import * as Schema from "effect/Schema"
import { createHash } from "node:crypto"
import { buffer } from "node:stream/consumers"
import { assert, describe } from "vitest"
import { ZipFile } from "yazl"
import { foreignFiles } from "../../sources/test/exports/samples/foreignFiles.ts"
import { it, planted, storeNames } from "../test/daybook.ts"
import { until } from "../test/until.ts"
import { seed } from "./storm.ts"

let drawn = 0

/** A whole number below a bound, which follows from the seed. */
const below = (bound: number): number =>
  createHash("sha256").update(`${seed} ${drawn++}`).digest().readUInt32LE() % bound

const oneOf = <A>(some: ReadonlyArray<A>): A =>
  some[below(some.length)] ?? assert.fail("nothing to choose from")

const day = () =>
  `${2003 + below(20)}-${String(1 + below(12)).padStart(2, "0")}-${String(1 + below(28)).padStart(2, "0")}`
const clock = () => `${String(below(24)).padStart(2, "0")}:${String(below(60)).padStart(2, "0")}`

/** The columns of tables: a name in a header, and what is in a row. */
const columns: ReadonlyArray<readonly [name: string, value: () => string]> = [
  ["name", () => oneOf(["Ann Lee", "Bo Ray", "Éva Moss", "Half Moth"])],
  ["title", () => oneOf(["Night Bus", "Manager", "Bread, salt", 'The "Pier"'])],
  ["artist", () => oneOf(["Ida Quarry", "Half Moth"])],
  ["type", () => oneOf(["Card", "click", "movie", "Run"])],
  ["date", day],
  ["time", () => `${day()} ${clock()}:00`],
  ["created", () => `${day()}T${clock()}:00Z`],
  ["seconds", () => String(1_000_000_000 + below(700_000_000))],
  ["millis", () => String(1_000_000_000_000 + below(700_000_000) * 1_000)],
  ["year", () => String(1950 + below(75))],
  ["id", () => String(1 + below(10_000_000))],
  ["amount", () => `${below(2) === 0 ? "-" : ""}${below(10_000)}.${10 + below(90)}`],
  ["lat", () => `${below(90)}.${below(10_000)}`],
  ["url", () => `https://bread.example/${below(1_000)}`],
  ["email", () => `a${below(100)}@mail.example`],
  ["notes", () => oneOf(["", "two\nlines", "a; b", "é🎧"])],
]

const table = (): string => {
  const some = Array.from({ length: 1 + below(9) }, () => oneOf(columns))
  const delimiter = oneOf([",", ";", "\t"])
  const line = (fields: ReadonlyArray<string>) =>
    fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(delimiter)
  const header = below(2) === 0 ? [line(some.map(([name]) => name))] : []
  const rows = Array.from({ length: 1 + below(40) }, () => line(some.map(([, value]) => value())))
  return [...header, ...rows].join("\n")
}

const readAccepted = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int }))
const readImport = Schema.decodeUnknownSync(
  Schema.Struct({
    status: Schema.String,
    stored: Schema.Int,
    known: Schema.Int,
    set_aside: Schema.Int,
    parts: Schema.Array(
      Schema.Struct({ name: Schema.String, outcome: Schema.String, format: Schema.String }),
    ),
  }),
)

describe("files of other programs", () => {
  it.for(storeNames)(
    "leave nothing in %s, and each is reported",
    { timeout: 300_000 },
    async (store, { daybook }) => {
      const server = await daybook.startProcess(daybook.stores[store]())
      const zip = new ZipFile()
      const files = Object.entries(foreignFiles)
      for (let at = 0; at < 200; at++) files.push([`table ${at}`, table()])
      for (const [name, text] of files) zip.addBuffer(Buffer.from(text), name)
      zip.end()
      const answer = await fetch(`${server.url}/v1/admin/imports`, {
        method: "POST",
        headers: { authorization: `Bearer ${planted.adminKey}` },
        body: new Uint8Array(await buffer(zip.outputStream)),
      })
      const { id } = readAccepted(await answer.json())
      const read = async () => readImport((await server.admin.get(`/v1/admin/imports/${id}`)).body)
      await until("the import has ended", async () => (await read()).status === "completed", 250)
      const { parts, ...counts } = await read()
      assert.deepStrictEqual(counts, { status: "completed", stored: 0, known: 0, set_aside: 0 })
      assert.deepStrictEqual(
        parts.filter(({ outcome }) => outcome !== "not understood"),
        [],
        `seed ${seed}`,
      )
      assert.lengthOf(parts, files.length)
      assert.deepInclude((await server.reader.get("/v1/feed")).body, { data: [] })
      await server.stop()
    },
  )
})
