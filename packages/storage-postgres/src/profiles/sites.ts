import type { PartAway } from "@daybook/profiles"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { lanes } from "./lanes.ts"

/** Lanes that are applied together and fail together: all of them on one database, those of a node on Citus. */
export interface Site {
  readonly id: number
  readonly lanes: ReadonlyArray<number>
  /**
   * The number up to which no change waits in these lanes, found in an epoch of the database. Deleted rows stay in the index
   * for as long as any transaction might see them, and a scan from the first would pass all of them each time.
   */
  passed: number
  epoch: number
  /** The batches since the inbox was read from its beginning. */
  batches: number
}

export const siteOf = (id: number, held: ReadonlyArray<number>): Site => ({
  id,
  lanes: held,
  passed: 0,
  epoch: -1,
  batches: 0,
})

/** The number up to which no change waits in this epoch. A crash returns applied changes to the inbox. */
export const passedIn = ({ epoch: known, passed }: Site, epoch: number): number =>
  known === epoch ? passed : 0

/** Notes the number up to which no change waits, as it was found in an epoch. */
export const pass = (site: Site, epoch: number, reached: number): void => {
  site.passed = Math.max(passedIn(site, epoch), reached)
  site.epoch = epoch
}

/** Lanes of one node of Citus, and the shards of the inbox in which they are. */
export interface NodeOfLanes {
  readonly lanes: ReadonlyArray<number>
  readonly shards: ReadonlyArray<number>
}

/** The places where lanes are stored, and those that can be applied now. */
export interface Sites {
  /** The sites that can be applied, another one first each time; all of them where none can. */
  readonly inTurn: () => ReadonlyArray<Site>
  /** Looks which sites answer, where that is due. */
  readonly look: Effect.Effect<void>
  /** The same at once. */
  readonly lookNow: Effect.Effect<void>
  /** Passes over those that do not answer, since a site has failed. True where its lanes are to be tried once more. */
  readonly lost: (site: Site) => Effect.Effect<boolean>
  /** Those of lanes that cannot be read, or of which accepted changes may be unseen in this transaction. */
  readonly unseen: (lanes: ReadonlyArray<number>) => Effect.Effect<ReadonlySet<number>, SqlError>
  /** Passes lanes over until all sites that are away have answered: a merge waits for them. */
  readonly holdBack: (lanes: ReadonlyArray<number>) => void
  /** The beginning of a condition that finds a site's rows. */
  readonly here: (site: Site) => Fragment
  /** The sites that are away. */
  readonly away: () => ReadonlyArray<PartAway>
  /**
   * Runs work on lanes. Where a node of them has fallen silent, it fails within seconds, and at once when that is known:
   * a statement on such a node could wait for as long as the node is silent.
   */
  readonly reaching: <A, E, R>(
    lanesOf: () => ReadonlyArray<number>,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | SqlError, R>
  /** The number of the part of the store that holds a lane. */
  readonly partOf: (lane: number) => number
  /** The nodes of lanes, each with its lanes and their shards; none where shards were moved meanwhile. */
  readonly nodesOf: (lanes: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<NodeOfLanes>, SqlError>
}

export const allLanes: ReadonlyArray<number> = Array.from({ length: lanes }, (_, lane) => lane)

/** One database has one site: nothing is asked, and its rows need no condition. */
export const oneSite = (sql: SqlClient.SqlClient): Sites => {
  const all = [siteOf(0, allLanes)]
  return {
    inTurn: () => all,
    look: Effect.void,
    lookNow: Effect.void,
    lost: () => Effect.succeed(false),
    unseen: () => Effect.succeed(new Set()),
    holdBack: () => {},
    here: () => sql.literal(""),
    away: () => [],
    reaching: (_, work) => work,
    partOf: () => 0,
    nodesOf: () => Effect.succeed([]),
  }
}

const isLost = (error: unknown): error is SqlError =>
  isSqlError(error) && error.reason._tag === "ConnectionError"

/** Works on the sites one after another, and passes those over that go away meanwhile. Fails where all of them do. */
export const onEach = Effect.fnUntraced(function* <A, E>(
  sites: Sites,
  work: (site: Site) => Effect.Effect<A, E>,
) {
  const done: Array<A> = []
  let failure: E | SqlError | undefined
  for (let isAgain = true; isAgain;) {
    isAgain = false
    done.length = 0
    for (const site of sites.inTurn()) {
      yield* sites
        .reaching(() => site.lanes, work(site))
        .pipe(
          Effect.map((result) => void done.push(result)),
          Effect.catchIf(isLost, (error) => {
            failure = error
            return Effect.map(sites.lost(site), (once) => void (isAgain ||= once))
          }),
        )
    }
  }
  return done.length === 0 && failure !== undefined ? yield* Effect.fail(failure) : done
})
