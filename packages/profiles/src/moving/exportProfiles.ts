import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { cellOf, csvLine } from "./csvCells.ts"
import { everyProfile, propertyIn } from "../cohorts/filters.ts"
import type { Place, PropertyType, ResolvedProfile } from "../model.ts"
import { ProfileStore } from "../ports.ts"

/** The formats of files of profiles. */
export const ProfileFormat = Schema.Literals(["jsonl", "csv"])
export type ProfileFormat = typeof ProfileFormat.Type

/** The columns of a CSV file that are not properties: no property's name starts with a `$`. */
export const profileColumns = ["$distinct_id", "$id_list", "$created_at", "$updated_at"] as const

/** The last line of JSON Lines. A file that lacks it was cut off. */
export const endLine = { end: true } as const

/** Writes a workspace's profiles in a format: the same profiles as the same bytes. */
interface Writer {
  readonly head: string
  readonly row: (profile: ResolvedProfile) => string
  readonly end: string
}

const timeOf = (millis: number) => new Date(millis).toISOString()

const jsonLine = (value: unknown) => `${JSON.stringify(value)}\n`

const inOrder = <A>(values: Iterable<readonly [string, A]>) =>
  [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))

const writers: {
  readonly [format in ProfileFormat]: (types: ReadonlyMap<string, PropertyType>) => Writer
} = {
  jsonl: (types) => ({
    head: jsonLine({ types: Object.fromEntries(inOrder(types)) }),
    row: ({ createdAt, distinctId, idList, properties, updatedAt }) =>
      jsonLine({
        distinct_id: distinctId,
        ...(idList.length > 0 && { id_list: idList }),
        properties: Object.fromEntries(inOrder(Object.entries(properties))),
        created_at: timeOf(createdAt),
        updated_at: timeOf(updatedAt),
      }),
    end: jsonLine(endLine),
  }),
  csv: (types) => {
    const names = inOrder(types)
    return {
      head: csvLine([...profileColumns, ...names.map(([name]) => name)]),
      row: ({ createdAt, distinctId, idList, properties, updatedAt }) =>
        csvLine([
          distinctId,
          idList.length === 0 ? "" : JSON.stringify(idList),
          timeOf(createdAt),
          timeOf(updatedAt),
          ...names.map(([name, type]) => cellOf(propertyIn(properties, name), type)),
        ]),
      end: "",
    }
  },
}

// A page is some hundreds of kilobytes, and is written before the next one is read.
const pageSize = 200

/**
 * Makes the function that writes all profiles of a place, by distinct id, page by page: each profile as it is when its
 * page is read. An export that was cut off is taken up after the last distinct id that came: its lines are then the
 * missing ones.
 */
export const makeExportProfiles = Effect.map(ProfileStore, (store) =>
  Effect.fnUntraced(function* (place: Place, format: ProfileFormat, after: string | undefined) {
    const { end, head, row } = writers[format](yield* store.types(place))
    const page = Effect.fnUntraced(function* (last: string | undefined) {
      const found = yield* store.find(place, {
        where: everyProfile,
        limit: pageSize,
        after: last === undefined ? undefined : { distinctId: last },
      })
      const ids = yield* store.idLists(
        place,
        found.map(({ distinctId }) => distinctId),
      )
      const text = found
        .map((profile) => row({ ...profile, idList: ids.get(profile.distinctId) ?? [] }))
        .join("")
      const next = found.length < pageSize ? undefined : found.at(-1)?.distinctId
      return [text === "" ? [] : [text], Option.fromUndefinedOr(next)] as const
    })
    return Stream.fromIterable(after === undefined ? [head] : []).pipe(
      Stream.concat(Stream.paginate(after, (last) => page(last))),
      Stream.concat(Stream.fromIterable(end === "" ? [] : [end])),
    )
  }),
)
