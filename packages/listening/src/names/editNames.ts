import {
  type Edit,
  type EditLog,
  InvalidInput,
  type NewEdit,
  NoSuchItem,
  type TypeEdits,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { PlayedKind } from "../model.ts"

/** A played name, or the one that it counts as. */
interface FoundName {
  readonly id: number
  /** The artist as it is shown. */
  readonly artistId: number
}

/** The names of a store as their edits need them. To be used within a transaction of the domain's writer. */
export interface EditedNames {
  /** Undefined if the one that the id resolves to is not shown. */
  readonly find: (kind: PlayedKind, id: number) => Effect.Effect<FoundName | undefined>
  /** The one that an id resolves to. */
  readonly leadOf: (kind: PlayedKind, id: number) => Effect.Effect<number>
  /** The artists that sources report for names. */
  readonly toldArtists: (kind: PlayedKind, ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
  /** Shows all names of these artists, and of those that count as one with them, as the edits have them now. */
  readonly showNames: (artists: ReadonlyArray<number>) => Effect.Effect<void>
}

const idOf = (text: unknown): number => (/^[0-9]{1,9}$/.test(String(text)) ? Number(text) : 0)

/** The edits of artists, albums and tracks. They change names, and plays only where these come to count as others. */
export const editNames = (log: EditLog, { find, leadOf, showNames, toldArtists }: EditedNames): TypeEdits => {
  const kindOf = (type: string) => PlayedKind.literals.find((kind) => kind === type) ?? "artist"

  const shownOf = Effect.fnUntraced(function* (kind: PlayedKind, id: unknown) {
    const found = yield* find(kind, idOf(id))
    return found ?? (yield* new NoSuchItem({ type: kind, id: String(id) }))
  })

  const targetOf = Effect.fnUntraced(function* (kind: PlayedKind, one: FoundName, id: unknown) {
    const into = yield* shownOf(kind, id)
    const refuse = (message: string) => new InvalidInput({ field: "into", message: `into: ${message}` })
    if (into.id === one.id) {
      return yield* refuse(`${into.id} is the same ${kind}; send the id of another one`)
    }
    if (kind !== "artist" && into.artistId !== one.artistId) {
      return yield* refuse(
        `${into.id} belongs to another artist; merge the artists first, with POST /v1/admin/listening/artist/${one.artistId}/merge`,
      )
    }
    return into
  })

  return {
    types: PlayedKind.literals,
    make: Effect.fnUntraced(function* (edit: NewEdit) {
      const kind = kindOf(edit.type)
      const one = yield* shownOf(kind, edit.itemId)
      const into = edit.action === "merge" ? yield* targetOf(kind, one, edit.fields["into"]) : undefined
      const fields = into === undefined ? edit.fields : { into: String(into.id) }
      const artists = yield* toldArtists(kind, into === undefined ? [one.id] : [one.id, into.id])
      yield* log.add({ ...edit, itemId: String(one.id), fields })
      yield* showNames(artists)
      return { id: String(yield* leadOf(kind, one.id)), isNew: false }
    }),
    takeBack: Effect.fnUntraced(function* (edit: Edit) {
      if (!(yield* log.remove(edit.id))) return false
      const ids = [idOf(edit.itemId), idOf(edit.fields["into"])]
      yield* showNames(yield* toldArtists(kindOf(edit.type), ids))
      return true
    }),
  }
}
