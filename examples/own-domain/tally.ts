// Tally is made up: it lists plays in the order of their numbers, `GET plays?after=…&limit=…`.
import { Setting, type SourceBatch, cursorCodec } from "@daybook/kernel"
import { decodeRows, idIn, Upstream } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Play } from "./model.ts"
import { type PlaySource, PlaySources } from "./ports.ts"

/** The settings of Tally. */
export const settings = Setting.group("Tally", {
  url: Setting.of("TALLY_URL", Setting.address, {
    default: "https://tally.example/api/",
    meaning: "the address of Tally, for board games",
  }),
  token: Setting.of("TALLY_TOKEN", Setting.secret, { needed: true, meaning: "a token of your account" }),
})

type Config = NonNullable<Setting.Values<typeof settings>>

/** The fields that are stored of Tally's play. It leaves out what it does not know. */
const TallyPlay = Schema.Struct({
  number: Schema.Int,
  game: Schema.NonEmptyString,
  began: Schema.Int.annotate({ description: "Unix seconds" }),
  players: Schema.optionalKey(Schema.Array(Schema.String)),
  winner: Schema.optionalKey(Schema.String),
  minutes: Schema.optionalKey(Schema.Natural),
})

// The rows stay unknown: each is read on its own, and a rejected one is set aside.
const Plays = Schema.Struct({ plays: Schema.Array(Schema.Unknown) })

const playOf = ({ began, game, minutes = 0, players = [], winner = "" }: typeof TallyPlay.Type): Play => ({
  game,
  playedAt: began * 1000,
  players: players.length,
  winner,
  minutes,
})

/** The number of the last play that was read. */
const cursors = cursorCodec(Schema.Int)

const pageSize = 200

const make = Effect.fnUntraced(function* (config: Config) {
  const upstream = yield* Upstream.make({
    name: "tally",
    title: "Tally",
    settings: { url: settings.table.url.name, access: Setting.neededInWords(settings) },
    url: config.url,
    everyRequest: HttpClientRequest.bearerToken(config.token),
  })

  const playsAfter = (number: number) =>
    upstream.ask(
      HttpClientRequest.get("plays", { urlParams: { after: number, limit: pageSize } }),
      upstream.json(Plays),
    )

  const playsIn = (rows: ReadonlyArray<unknown>) =>
    decodeRows("tally", TallyPlay, rows, { idOf: idIn("number") })

  const tally: PlaySource = {
    name: "tally",
    plays: (saved) =>
      Stream.unwrap(
        Effect.map(cursors.read("tally", saved), (cursor) =>
          Stream.paginate(
            Option.getOrElse(cursor, () => 0),
            Effect.fnUntraced(function* (last: number) {
              const { plays } = yield* playsAfter(last)
              const { good, rejected } = yield* playsIn(plays)
              const read = [
                ...good.map(({ number }) => number),
                ...rejected.map(({ ref }) => Number(ref) || 0),
              ]
              const next = Math.max(last, ...read)
              const batch: SourceBatch<Play> = { items: good.map(playOf), cursor: cursors.write(next) }
              return [[batch], Option.liftPredicate(next, () => plays.length === pageSize)] as const
            }),
          ),
        ),
      ),
    readAgain: (rows) => Effect.map(playsIn(rows), ({ good }) => good.map(playOf)),
  }
  return tally
})

/** Tally as the source of plays; no source if it is not configured. */
export const sources = (config: Config | undefined) =>
  Layer.effect(
    PlaySources,
    Effect.gen(function* () {
      const configured = config === undefined ? [] : [yield* make(config)]
      return { configured, settings: Setting.neededInWords(settings) }
    }),
  )
