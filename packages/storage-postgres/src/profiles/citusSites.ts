import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { epochIn } from "../kernel/epochs.ts"
import { ints } from "../sql/parameters.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { lanes } from "./lanes.ts"
import { leavingAt, makeReaching } from "./reaching.ts"
import { allLanes, type Site, siteOf, type Sites } from "./sites.ts"

const Place = Schema.Struct({
  id: Schema.Int,
  address: Schema.String,
  lanes: Schema.Array(Schema.Int),
  shards: Schema.Array(Schema.Int),
})

const readPlaces = rowsOf(Place)
const readNames = valuesOf(Schema.String)
const readNameLists = valuesOf(Schema.Array(Schema.String))

/** The reason why no lane of a node is applied. */
type Trouble = "it does not answer" | "it has not recovered what was being committed"

const lookMillis = 2_000

// A machine that is gone sends nothing, and its connection would be waited for much longer.
const longestLook = "2 seconds"

/** All nodes together: a batch of all costs less than one of each. */
const allNodes = siteOf(-1, allLanes)

const keyOf = ({ id, lanes: held }: Site) => [id, ...held].join()

/**
 * The sites of Citus: all nodes while all of them answer, and otherwise each with its lanes. A node that does not answer
 * is looked for every few seconds.
 *
 * **In doubt** is what a node has prepared and not committed as its connection broke: it was accepted, or applied, and is
 * unseen until Citus recovers it. No lane of such a node is applied or erased until then.
 */
export const makeCitusSites = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const scope = yield* Effect.scope
  let places: ReadonlyArray<typeof Place.Type> = []
  let nodeOf: ReadonlyMap<number, number> = new Map()
  let version = ""
  let troubles: ReadonlyMap<number, Trouble> = new Map()
  /** The looks, one after another, to which a node has not answered at all. */
  const silences = new Map<number, number>()
  let heldBack: ReadonlySet<number> = new Set()
  let isSplit = false
  let sites: ReadonlyArray<Site> = []
  let turn = 0
  let lookedAt = -Infinity
  let isLooking = false

  /** Makes the sites anew. One with the same lanes stays: what is known of its inbox still holds. */
  const settle = () => {
    const known = new Map(sites.map((site) => [keyOf(site), site]))
    const isWhole = !isSplit && troubles.size === 0 && heldBack.size === 0
    const wanted = isWhole
      ? [allNodes]
      : places
          .filter(({ id }) => !troubles.has(id))
          .map(({ id, lanes: held }) =>
            siteOf(
              id,
              held.filter((lane) => !heldBack.has(lane)),
            ),
          )
    sites = wanted.map((site) => known.get(keyOf(site)) ?? { ...site })
  }

  const mark = (id: number, trouble: Trouble | undefined) => {
    const before = troubles.get(id)
    if (before === trouble) return Effect.void
    const others = [...troubles].filter(([other]) => other !== id)
    troubles = new Map(trouble === undefined ? others : [...others, [id, trouble]])
    if (trouble === undefined) heldBack = new Set()
    else lookedAt = -Infinity
    settle()
    const address = places.find((place) => place.id === id)?.address
    return trouble === undefined
      ? Effect.logInfo(`profiles of the node ${address} are applied again`)
      : Effect.logWarning(`profiles of the node ${address} wait: ${trouble}`)
  }

  /** Asks each node by itself: one of them is away, and it is not known which. */
  const split = () => {
    isSplit = true
    lookedAt = -Infinity
    settle()
    return true
  }

  const readVersionNow = Effect.map(
    sql`select concat(max(placementid), ' ', ${epochIn(sql)}) from pg_dist_placement`,
    (rows) => readNames(rows)[0] ?? "",
  )

  const place = Effect.gen(function* () {
    const now = yield* readVersionNow
    if (now === version) return
    places = readPlaces(
      yield* sql`select p.groupid as id, min(n.nodename || ':' || n.nodeport) as address,
          array_agg(lane order by lane) as lanes, array_agg(s.shardid::float8 order by lane) as shards
        from generate_series(0, ${sql.literal(String(lanes - 1))}) as lane
        join pg_dist_shard as s on s.logicalrelid = 'profile_inbox'::regclass
          and worker_hash(lane::smallint) between s.shardminvalue::int and s.shardmaxvalue::int
        join pg_dist_placement as p using (shardid)
        join pg_dist_node as n on n.groupid = p.groupid and n.noderole = 'primary'
        group by p.groupid order by p.groupid`,
    )
    nodeOf = new Map(places.flatMap(({ id, lanes: held }) => held.map((lane) => [lane, id])))
    version = now
    troubles = new Map([...troubles].filter(([id]) => places.some((one) => one.id === id)))
    settle()
  })

  /**
   * The transactions that a lane's node has prepared, as Citus names them: `citus_0_<process>_<number>_<connection>`. The
   * coordinator is 0. Citus sends the statement to the lane's node as a whole, since it names no table but that of the lane.
   */
  const preparedAt = (lane: number) =>
    Effect.map(
      sql`select array(
            select gid from pg_prepared_xact() as prepared where gid like 'citus\\_0\\_%'
              and dbid = (select datid from pg_stat_get_activity(pg_backend_pid()) as own)
          ) as names
        from (select count(*) from profile_inbox where lane = ${lane}::int::smallint and number < 0) as here`,
      (rows) => readNameLists(rows).flat(),
    )

  // Those of other users have no number, unless the user is a superuser.
  const active = Effect.map(
    sql`select process_id || '_' || transaction_number from get_all_active_transactions()
      where transaction_number is not null`,
    (rows) => new Set(readNames(rows)),
  )

  /**
   * True where something is in doubt on a lane's node: it is prepared, the session that prepared it has ended since, and it
   * is still prepared. Asked in this order: one that ends in between is committed, and none that began later is meant.
   */
  const isInDoubt = Effect.fnUntraced(function* (lane: number) {
    const before = yield* preparedAt(lane)
    if (before.length === 0) return false
    const running = yield* active
    const ended = before.filter((name) => !running.has(name.split("_").slice(2, 4).join("_")))
    if (ended.length === 0) return false
    const after = new Set(yield* preparedAt(lane))
    return ended.some((name) => after.has(name))
  })

  // Citus recovers by itself once a minute; only the owner of the extension may ask for it.
  const recover = Effect.ignore(sql`select recover_prepared_transactions()`)

  const ask = Effect.fnUntraced(function* ({ id, lanes: [first = 0] }: typeof Place.Type) {
    const asked = isInDoubt(first)
    const settled = Effect.flatMap(asked, (doubt) =>
      doubt ? Effect.andThen(recover, asked) : Effect.succeed(false),
    )
    const doubt = yield* leavingAt(
      scope,
      Effect.orElseSucceed(settled, () => "failed" as const),
      Effect.as(Effect.sleep(longestLook), "silent" as const),
    )
    silences.set(id, doubt === "silent" ? (silences.get(id) ?? 0) + 1 : 0)
    yield* mark(
      id,
      doubt === true
        ? "it has not recovered what was being committed"
        : doubt === false
          ? undefined
          : "it does not answer",
    )
  })

  const lookNow = Effect.gen(function* () {
    lookedAt = yield* Clock.currentTimeMillis
    yield* place
    yield* Effect.forEach(places, ask, { concurrency: 4, discard: true })
    if (troubles.size > 0) return
    isSplit = false
    heldBack = new Set()
    settle()
  }).pipe(Effect.catch((error) => Effect.logWarning("the nodes of Citus are not known", error)))

  const look = Effect.gen(function* () {
    if (version === "") yield* Effect.ignore(place)
    if (isLooking || (yield* Clock.currentTimeMillis) - lookedAt < lookMillis) return
    isLooking = true
    yield* Effect.forkIn(
      Effect.ensuring(
        lookNow,
        Effect.sync(() => (isLooking = false)),
      ),
      scope,
    )
  })

  yield* place

  /**
   * Asks the nodes that have answered so far, since a batch may have failed for another node than its own: a merge reads its
   * source there. True where its own one answers, and another is passed over now.
   */
  const isOfAnother = Effect.fnUntraced(function* (id: number) {
    const before = troubles
    yield* Effect.forEach(
      places.filter((one) => !before.has(one.id)),
      ask,
      { concurrency: 4, discard: true },
    )
    return !troubles.has(id) && [...troubles.keys()].some((one) => !before.has(one))
  })

  const unseen = Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
    // Lanes that were moved meanwhile have another node.
    if ((yield* readVersionNow) !== version) {
      version = ""
      return new Set(asked)
    }
    const found = new Set<number>()
    for (const [id, here] of Map.groupBy(asked, (lane) => nodeOf.get(lane))) {
      const [lane] = here
      if (id === undefined || lane === undefined) continue
      const doubt = !troubles.has(id) && (yield* isInDoubt(lane))
      if (doubt) yield* mark(id, "it has not recovered what was being committed")
      if (troubles.has(id)) for (const one of here) found.add(one)
    }
    return found
  })

  return {
    inTurn: () => {
      turn += 1
      const all = sites.length > 0 ? sites : places.map((one) => siteOf(one.id, one.lanes))
      return all.map((site, at) => all[(at + turn) % all.length] ?? site)
    },
    look,
    lookNow,
    lost: ({ id }) => (id === allNodes.id ? Effect.sync(split) : isOfAnother(id)),
    unseen,
    holdBack: (held) => {
      heldBack = new Set([...heldBack, ...held])
      settle()
    },
    here: (site) =>
      site.lanes.length === lanes ? sql.literal("") : sql`lane = any (${ints(site.lanes)}::smallint[]) and`,
    away: () =>
      places.flatMap(({ id, lanes: held }) => {
        const trouble = troubles.get(id)
        return trouble === undefined ? [] : [{ id, lanes: held.length, trouble }]
      }),
    reaching: makeReaching({
      scope,
      look,
      isSilent: (held) => held.some((lane) => (silences.get(nodeOf.get(lane) ?? -1) ?? 0) > 1),
    }),
    partOf: (lane) => nodeOf.get(lane) ?? 0,
    nodesOf: (asked) =>
      Effect.map(readVersionNow, (now) => {
        // The coordinator sends no call to itself.
        if (now !== version || places.some(({ id }) => id === 0)) return []
        const wanted = new Set(asked)
        return places.flatMap((one) => {
          const here = one.lanes.filter((lane) => wanted.has(lane))
          const shards = new Set(one.shards.filter((_, at) => wanted.has(one.lanes[at] ?? -1)))
          return here.length === 0 ? [] : [{ lanes: here, shards: [...shards] }]
        })
      }),
  } satisfies Sites
}, Effect.orDie)
