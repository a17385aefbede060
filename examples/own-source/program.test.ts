import { ScrobbleSources } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { createServer, type IncomingMessage } from "node:http"
import * as Jukebox from "./jukebox.ts"
import { program } from "./program.ts"

const token = "a-token-of-the-tests"

/** A jukebox with 450 plays, on a real HTTP server; it plays nothing now. */
const startJukebox = Effect.acquireRelease(
  Effect.callback<{ readonly url: string; readonly asked: Array<string>; readonly close: () => void }>(
    (resume) => {
      const asked: Array<string> = []
      const plays = Array.from({ length: 450 }, (_, at) => ({
        number: at + 1,
        seconds: 1_700_000_000 + at * 200,
        title: `Song ${at % 30}`,
        singer: "The Salt Roads",
        ...(at % 2 === 0 && { record: "Low Water" }),
      }))
      const answer = ({ headers, url = "" }: IncomingMessage) => {
        if (headers.authorization !== `Bearer ${token}`) return undefined
        const { pathname, searchParams } = new URL(url, "http://jukebox")
        if (pathname === "/now") return { plays: plays.slice(-1) }
        const after = Number(searchParams.get("after"))
        return { plays: plays.slice(after, after + Number(searchParams.get("limit"))) }
      }
      const server = createServer((request, response) => {
        asked.push(request.url ?? "")
        const body = answer(request)
        response.writeHead(body === undefined ? 401 : 200).end(JSON.stringify(body))
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}/`, asked, close }))
      })
    },
  ),
  ({ close }) => Effect.sync(close),
)

const settings = (url: string, secret = token) =>
  Effect.provide(
    ConfigProvider.layer(ConfigProvider.fromUnknown({ JUKEBOX_URL: url, JUKEBOX_TOKEN: secret })),
  )

// On the real clock: the calls are paced.
it.live("the jukebox is read to its end, and the next sync begins where the last one ended", () =>
  Effect.gen(function* () {
    const { asked, url } = yield* startJukebox
    assert.deepStrictEqual(yield* settings(url)(program), [450, 0])
    assert.deepStrictEqual(
      asked,
      [0, 200, 400, 450, 450].map((after) => `/plays?after=${after}&limit=200`),
    )
  }),
)

it.live("the jukebox tells what was played last", () =>
  Effect.gen(function* () {
    const { url } = yield* startJukebox
    const latest = yield* Effect.flatMap(ScrobbleSources, ({ configured: [jukebox] }) =>
      jukebox === undefined ? assert.fail("no jukebox") : jukebox.latest,
    ).pipe(
      Effect.provide(
        Layer.provide(
          Jukebox.layer({ url: new URL(url), token: Redacted.make(token) }),
          FetchHttpClient.layer,
        ),
      ),
    )
    assert.deepStrictEqual(
      latest,
      Option.some({
        listen: { track: "Song 29", artist: "The Salt Roads", album: "", imageUrl: "" },
        playedAt: (1_700_000_000 + 449 * 200) * 1000,
      }),
    )
  }),
)

it.live("a refused token fails the sync in words that say what to do", () =>
  Effect.gen(function* () {
    const { url } = yield* startJukebox
    const error = yield* Effect.flip(settings(url, "another token")(program))
    assert.strictEqual(error._tag, "SyncFailed")
    assert.strictEqual(error.message, "jukebox: The jukebox refuses our access (401): check JUKEBOX_TOKEN")
  }),
)
