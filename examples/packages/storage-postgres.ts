import { ListeningStore } from "@daybook/listening"
import * as ListeningSql from "@daybook/storage-postgres/listening"
import * as Postgres from "@daybook/storage-postgres/postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

/** Stores a play in a schema of the database at `url`, postgres://user:password@host:port/database, and reads it back. */
export const program = (url: string, schema = "daybook") =>
  Effect.gen(function* () {
    const { newest, storeScrobbles } = yield* ListeningStore
    const playedAt = Date.UTC(2026, 4, 1, 20)
    yield* storeScrobbles([
      { playedAt, track: "Harbour Lights", artist: "The Salt Roads", album: "Low Water", imageUrl: "" },
    ])
    return Option.getOrThrow(yield* newest).track
  }).pipe(
    Effect.provide(ListeningSql.layer()),
    Effect.provide(Postgres.layer({ url: Redacted.make(url), schema })),
    Effect.provide(Layer.orDie(DateTime.layerCurrentZoneNamed("Europe/Lisbon"))),
  )
