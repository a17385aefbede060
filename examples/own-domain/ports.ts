import type { DateRange, EditStore, Journal, Page, PageRequest, ReadBatches } from "@daybook/kernel"
import type { Searchable, Source, SourceCursor, Sources } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { GamePlayed, Play } from "./model.ts"

/** The store of plays. Storage failures are defects. */
export class PlayStore extends Context.Service<
  PlayStore,
  {
    /**
     * Stores each play once by its game and time, with the cursor in the same transaction. An unknown field
     * replaces no known one. Returns the number of new and changed plays.
     */
    readonly storePlays: (plays: ReadonlyArray<Play>, cursor?: SourceCursor) => Effect.Effect<number>
    /** The last saved cursor of a source or an import. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The play that an id resolves to: another one if it was merged. */
    readonly play: (id: string) => Effect.Effect<Option.Option<Play>>
    /** The plays of a range, newest first, then by game in descending order of code units. */
    readonly plays: (range: DateRange, page: PageRequest) => Effect.Effect<Page<Play>>
    /** The games of a range, most played first, then by name in ascending order of code units. */
    readonly games: (range: DateRange, page: PageRequest) => Effect.Effect<Page<GamePlayed>>
    /** Each play is an entry, made by `playEntry`. */
    readonly journal: Journal
    /** Games are found as `game`, by their names. */
    readonly searchable: Searchable
    /** The edits of plays. */
    readonly edits: EditStore
  }
>()("example/board-games/PlayStore") {}

/** A service that plays are read from. */
export interface PlaySource extends Source<Play> {
  /** The plays since a cursor, oldest first. */
  readonly plays: ReadBatches<Play>
}

/** The configured sources of plays. */
export class PlaySources extends Context.Service<PlaySources, Sources<PlaySource>>()(
  "example/board-games/PlaySources",
) {}
