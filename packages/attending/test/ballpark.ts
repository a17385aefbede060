import {
  AttendingStore,
  type Game,
  type GamePlayer,
  type GameSource,
  GameSources,
  type GameTeam,
  type GameType,
  type RawData,
  type SourceType,
} from "@daybook/attending"
import { LocalDate, RejectedRows, SourceError } from "@daybook/kernel"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const team = (id: string, name: string, nickname: string, abbreviation: string): GameTeam => ({
  id,
  name,
  nickname,
  abbreviation,
  score: undefined,
})

export const isotopes = team("1", "Springfield Isotopes", "Isotopes", "SPR")
export const atoms = team("2", "Ogdenville Atoms", "Atoms", "OGD")
export const meteors = team("3", "Capital City Meteors", "Meteors", "CAP")

export const duffPark = { id: "17", name: "Duff Park", city: "Springfield", timeZone: "America/Chicago" }

/** A finished game at the home team's park, Isotopes against Atoms unless the test says otherwise. */
export const game = (id: string, day: string, more: Partial<Game> = {}): Game => ({
  id,
  type: "mlb_game",
  day: LocalDate.make(day),
  startsAt: Date.parse(`${day}T23:10:00Z`),
  number: undefined,
  phase: "regular",
  state: "final",
  home: { ...isotopes, score: 4 },
  away: { ...atoms, score: 2 },
  neutral: false,
  venue: duffPark,
  ...more,
})

export const player = (id: string, name: string, jersey: string, teamId = isotopes.id): GamePlayer => ({
  id,
  name,
  firstName: name.split(" ")[0] ?? "",
  lastName: name.split(" ").slice(1).join(" "),
  jersey,
  teamId,
})

/** A source with the test's games, and the list of its calls. */
export const knows = (
  name: string,
  games: ReadonlyArray<Game>,
  {
    players = {},
    types = ["mlb_game"],
    while: during = (answer) => answer,
  }: {
    readonly players?: Readonly<Record<string, ReadonlyArray<GamePlayer>>>
    readonly types?: ReadonlyArray<GameType>
    /** Runs around each response. */
    readonly while?: <A>(answer: Effect.Effect<A, SourceError>, call: string) => Effect.Effect<A, SourceError>
  } = {},
) => {
  const asked: Array<string> = []
  const answer = <A>(call: string, value: A) =>
    Effect.suspend(() => {
      asked.push(call)
      return during(Effect.succeed(value), call)
    })
  const source: GameSource = {
    name,
    types,
    gamesOn: (type, day) =>
      answer(
        `${type} ${day}`,
        games.filter((one) => one.type === type && one.day === day),
      ),
    seasonGames: (type, id, season) =>
      answer(
        `${type} ${id} ${season}`,
        games.filter(
          (one) =>
            one.type === type &&
            one.day.startsWith(String(season)) &&
            (one.home.id === id || one.away.id === id),
        ),
      ),
    players: (_type, id) => answer(`players ${id}`, players[id] ?? []),
  }
  return { source, asked }
}

const withRejected = <A, E, R>(answer: Effect.Effect<A, E, R>, reason: string): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const { keep } = yield* RejectedRows
    yield* keep([{ source: "mlb", ref: "9", kind: "row", raw: "{}", reason }])
    return yield* answer
  })

/** Sets aside an unreadable game next to each schedule. */
export const withRejectedGame = <A, E, R>(
  answer: Effect.Effect<A, E, R>,
  call: string,
): Effect.Effect<A, E, R> =>
  call.startsWith("players") ? answer : withRejected(answer, "teams.home.team.id: Missing key")

/** Sets aside an unreadable line next to each box score. */
export const withRejectedLine = <A, E, R>(
  answer: Effect.Effect<A, E, R>,
  call: string,
): Effect.Effect<A, E, R> =>
  call.startsWith("players") ? withRejected(answer, "person.id: Missing key") : answer

/** The note about that line. */
export const rejectedLine = (name: string) =>
  `a line in the box score of ${name} could not be read (person.id: Missing key)`

export const down = new SourceError({
  source: "mlb",
  failure: "unavailable",
  message: "The MLB Stats API is failing (502); try again later",
})

/** Storage in memory and sources of games; the last one is also the source of athletes. */
export const attending = (sources: ReadonlyArray<GameSource> = [], zone = "America/Chicago") =>
  Layer.mergeAll(
    Layer.orDie(Layer.provide(SqliteStorage.Attending.layer(), Sqlite.layerMemory)),
    Layer.effect(GameSources, GameSources.make(sources, sources.at(-1))),
  ).pipe(Layer.provideMerge(Layer.orDie(DateTime.layerCurrentZoneNamed(zone))))

/** Adds a source row and returns its id. */
export const row = (sourceType: SourceType, rawData: RawData, sourceRef = JSON.stringify(rawData)) =>
  Effect.flatMap(AttendingStore, (store) =>
    Effect.map(store.addSource({ sourceType, sourceRef, rawData }), (added) => added.row.id),
  )

/** The stored events of a day. */
export const eventsOn = (day: string) =>
  Effect.flatMap(AttendingStore, (store) =>
    store.change((transaction) => transaction.eventsOn(LocalDate.make(day))),
  )

export const venueNames = Effect.flatMap(AttendingStore, (store) =>
  Effect.map(store.venues, (venues) => venues.map(({ name }) => name)),
)
