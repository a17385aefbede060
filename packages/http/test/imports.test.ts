import { FileTooLong, ImportId, type UploadStore, StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { askRaw, jsonOf } from "./ask.ts"
import { assertFailure } from "./replies.ts"
import { start, startServer } from "./testServer.ts"

const path = "/v1/admin/imports"

/** Keeps files of up to ten bytes in memory. */
const keptHere = () => {
  const files = new Map<string, string>()
  const kept: UploadStore = {
    receive: (bytes) =>
      Effect.gen(function* () {
        let text = ""
        yield* Stream.runForEach(bytes, (piece) =>
          Effect.sync(() => void (text += Buffer.from(piece).toString())),
        )
        if (text.length > 10) return yield* new FileTooLong()
        if (text === "full") return yield* new StorageUnavailable({ message: "no room", retryAfter: 60 })
        const file = `file ${files.size}`
        files.set(file, text)
        return { file, fingerprint: `of ${text}` }
      }),
    open: () => Effect.succeed(Option.none()),
    remove: (file) => Effect.sync(() => void files.delete(file)),
    sweep: () => Effect.void,
  }
  return { files, kept }
}

const part = (name: string, stored: number) => ({
  name,
  domain: "listening",
  format: "Spotify",
  outcome: stored > 0 ? ("stored" as const) : ("known already" as const),
  stored,
  known: 2,
  reason: "",
})

describe("a file that is sent", () => {
  it.effect("is stored and waits, under a name of plain text", () =>
    Effect.gen(function* () {
      const { files, kept } = keptHere()
      const server = yield* startServer({ files: kept })
      const names: ReadonlyArray<readonly [header: string | undefined, shown: string]> = [
        ["my%20plays%20%C3%A9.zip", "my plays é.zip"],
        ["..%2f..%2fetc%2fpasswd", "../../etc/passwd"],
        ["%1b[2J%00%0d%0aX: y", "[2J   X: y"],
        ["100%", "100%"],
        ["a".repeat(400), "a".repeat(255)],
        [undefined, ""],
      ]
      for (const [at, [name, shown]] of names.entries()) {
        const headers: Record<string, string> = name === undefined ? {} : { "x-file-name": name }
        const reply = yield* server.command("POST", path, { headers, body: `file ${at}` })
        assert.strictEqual(reply.status, 202, reply.text)
        assert.deepStrictEqual(jsonOf(reply), { id: at + 1 })
        assert.deepStrictEqual(jsonOf(yield* server.command("GET", `${path}/${at + 1}`)), {
          id: at + 1,
          status: "waiting",
          name: shown,
          rows: 0,
          stored: 0,
          known: 0,
          set_aside: 0,
          seconds_left: 0,
          parts: [],
          received_at: new Date(start).toISOString(),
          finished_at: "",
          error: "",
        })
      }
      assert.deepStrictEqual(
        [...files.values()],
        names.map((_, at) => `file ${at}`),
      )
    }),
  )

  it.effect("is refused if it is empty, too long, has no space, or falls silent, and leaves nothing", () =>
    Effect.gen(function* () {
      const { files, kept } = keptHere()
      const server = yield* startServer({ files: kept })
      assertFailure(yield* server.command("POST", path), 400, /body is missing/)
      assertFailure(
        yield* server.command("POST", path, { body: "longer than ten" }),
        413,
        /longer than 4 GiB/,
      )
      const full = yield* server.command("POST", path, { body: "full" })
      assertFailure(full, 503, /no room/)
      assert.strictEqual(full.headers["retry-after"], "60")
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.admin.key}\r\nContent-Length: 9\r\n\r\n`
      const silent = yield* Effect.forkChild(askRaw(server.address, [head, "half"]))
      yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 200)))
      yield* TestClock.adjust("31 seconds")
      assert.match((yield* Fiber.join(silent)).text, /^HTTP\/1\.1 408 /)
      assert.strictEqual(files.size, 0)
      assert.strictEqual((yield* server.imports.list({ page: 1, limit: 1 })).total, 0)
    }),
  )

  it.effect("may be of a domain and a format that its sender names, among those that there are", () =>
    Effect.gen(function* () {
      const { files, kept } = keptHere()
      const formats = [
        { domain: "listening", formats: ["Last.fm", "Spotify"] },
        { domain: "watching", formats: ["Trakt"] },
        { domain: "collecting", formats: ["Discogs", "Trakt"] },
      ]
      const server = yield* startServer({ files: kept, formats })
      const send = (query: string) => server.command("POST", `${path}?${query}`, { body: "file" })
      const chosen = [
        ["domain=listening", "listening", ""],
        ["format=last.FM", "", "last.FM"],
        ["domain=collecting&format=Trakt", "collecting", "Trakt"],
        ["domain=&format=", "", ""],
      ] as const
      for (const [query, domain, format] of chosen) {
        const reply = yield* send(query)
        assert.strictEqual(reply.status, 202, reply.text)
        const [latest] = (yield* server.imports.list({ page: 1, limit: 1 })).items
        assert.deepInclude(latest, { domain, format }, query)
      }
      const all = /listening: Last\.fm, Spotify; watching: Trakt; collecting: Discogs, Trakt/
      assertFailure(yield* send("format=Walkman"), 400, all)
      assertFailure(yield* send("format=Last.fm%20"), 400, all)
      assertFailure(yield* send("domain=watching&format=Last.fm"), 400, /"Last\.fm".* for watching: Trakt/)
      assertFailure(yield* send("domain=sleeping"), 400, /"sleeping".*: listening, watching, collecting/)
      assert.strictEqual(files.size, chosen.length)
    }),
  )

  it.effect("is refused by a server that keeps no files", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFailure(yield* server.command("POST", path, { body: "file" }), 503, /does not store files/)
    }),
  )
})

describe("an import", () => {
  it.effect("is shown with its progress and its parts, listed newest first, and stopped", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { add, end, progress } = server.imports
      const first = yield* add({ name: "one.zip", file: "a", fingerprint: "a" })
      const second = yield* add({ name: "two.zip", file: "b", fingerprint: "b" })
      const counts = { rows: 9, stored: 5, known: 3, setAside: 1, secondsLeft: 42, attempts: 1 }
      yield* progress(first, counts, [
        { place: 1, part: part("b.json", 0) },
        { place: 0, part: part("a.json", 5) },
      ])
      const running = {
        id: first,
        status: "running",
        name: "one.zip",
        rows: 9,
        stored: 5,
        known: 3,
        set_aside: 1,
        seconds_left: 42,
        parts: [part("a.json", 5), part("b.json", 0)],
        received_at: new Date(start).toISOString(),
        finished_at: "",
        error: "",
      }
      assert.deepStrictEqual(jsonOf(yield* server.command("GET", `${path}/${first}`)), running)
      const listed = jsonOf(yield* server.command("GET", `${path}?limit=1`))
      assert.deepInclude(listed, { pagination: { page: 1, limit: 1, total: 2, total_pages: 2 } })
      assert.deepStrictEqual(jsonOf(yield* server.command("GET", `${path}?limit=1&page=2`)), {
        data: [running],
        pagination: { page: 2, limit: 1, total: 2, total_pages: 2 },
      })

      assert.strictEqual((yield* server.command("DELETE", `${path}/${first}`)).status, 204)
      assert.deepInclude(jsonOf(yield* server.command("GET", `${path}/${first}`)), {
        status: "failed",
        stored: 5,
        seconds_left: 0,
        finished_at: new Date(start).toISOString(),
        error: "stopped on request; what it had stored stays",
      })
      yield* end(second, { status: "completed", error: "" })
      assert.strictEqual((yield* server.command("DELETE", `${path}/${second}`)).status, 204)
      assert.deepInclude(jsonOf(yield* server.command("GET", `${path}/${second}`)), {
        status: "completed",
        error: "",
      })
      for (const method of ["GET", "DELETE"]) {
        assertFailure(yield* server.command(method, `${path}/99`), 404, /no import 99/)
        assertFailure(yield* server.command(method, `${path}/x`), 400, /id/)
      }
      assert.isFalse(yield* progress(ImportId.make(first), counts, []))
    }),
  )
})
