// Prints the most played albums of a Daybook server: `READ_KEY=… node program.ts`.
import { ActivityClient } from "@daybook/http"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"

export const program = Effect.gen(function* () {
  const baseUrl = yield* Config.String("DAYBOOK_URL").pipe(Config.withDefault("http://127.0.0.1:8787"))
  const key = yield* Config.Redacted("READ_KEY")
  const client = yield* ActivityClient.make({ baseUrl, key })
  const top = yield* client.listening.topAlbums({ query: { period: "1month", include_sparklines: true } })
  for (const { rank, name, detail, playcount } of top.data) {
    yield* Console.log(`${rank}. ${name} by ${detail}: ${playcount}`)
  }
}).pipe(Effect.provide(FetchHttpClient.layer))

if (import.meta.main) await Effect.runPromise(program)
