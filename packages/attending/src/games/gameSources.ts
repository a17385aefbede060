import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import type { GameType } from "../model.ts"
import type { GameSource } from "../ports.ts"

const atOnce = 4

const locating = (
  { venuePosition }: GameSource,
  withPermit: Semaphore.Semaphore["withPermit"],
): Pick<GameSource, "venuePosition"> =>
  venuePosition === undefined ? {} : { venuePosition: (venueId) => withPermit(venuePosition(venueId)) }

/** The source, with at most four requests at a time for all users of this value. */
const limit = (source: GameSource): Effect.Effect<GameSource> =>
  Effect.map(Semaphore.make(atOnce), ({ withPermit }): GameSource => ({
    name: source.name,
    types: source.types,
    gamesOn: (type, day) => withPermit(source.gamesOn(type, day)),
    seasonGames: (type, team, season) => withPermit(source.seasonGames(type, team, season)),
    players: (type, gameId) => withPermit(source.players(type, gameId)),
    ...locating(source, withPermit),
  }))

const noSource: GameSource = {
  name: "none",
  types: [],
  gamesOn: () => Effect.succeed([]),
  seasonGames: () => Effect.succeed([]),
  players: () => Effect.succeed([]),
}

/** The services that know games, each with at most four requests at a time. */
export class GameSources extends Context.Service<
  GameSources,
  {
    /** The source of a league's games; undefined if no service knows the league. */
    readonly sourceOf: (type: GameType) => GameSource | undefined
    /** The service whose ids are added to stored baseball players: it has images of them. */
    readonly athletes: GameSource
  }
>()("daybook/attending/GameSources") {
  /** Takes the sources in order of preference: the first that knows a league is its source. */
  static readonly make = Effect.fnUntraced(function* (
    sources: ReadonlyArray<GameSource>,
    athletes: GameSource = noSource,
  ) {
    const limited = new Map<GameSource, GameSource>()
    for (const source of new Set([...sources, athletes])) limited.set(source, yield* limit(source))
    const ordered = sources.flatMap((source) => limited.get(source) ?? [])
    return GameSources.of({
      sourceOf: (type) => ordered.find(({ types }) => types.includes(type)),
      athletes: limited.get(athletes) ?? athletes,
    })
  })
}
