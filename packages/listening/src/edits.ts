import {
  type ByHand,
  type EditedItem,
  type EditFields,
  type FieldSetters,
  handName,
  handText,
  handTime,
  type EditableItems,
  type NewEdit,
  type TypeEdits,
  normalizerOf,
  unknownItem,
  withFields,
} from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { playId } from "./lists.ts"
import { Scrobble, TrackId } from "./model.ts"
import { albumOf, spellingOf } from "./matchReports.ts"

/** A play as sources report it, or as its own edits leave it, under the id of the play that was reported first. */
export const EditedPlay = Schema.Struct({ id: Schema.String, ...Scrobble.fields })
export type EditedPlay = typeof EditedPlay.Type

/** The editable fields of a play. */
export const playByHand = {
  type: "play",
  needed: { artist: handName, track: handName, played_at: handTime },
  optional: { album: handText().annotate({ description: "Empty if not played from an album" }) },
  times: ["played_at"],
  example: {
    artist: "Ines Faria",
    track: "Paper Lanterns",
    played_at: "2026-05-10T18:00:00Z",
    album: "Nightjar",
  },
} satisfies ByHand

/** The second of a play, which identifies it. */
const setters: FieldSetters<EditedPlay> = {
  played_at: (time) => ({ playedAt: Math.floor(Date.parse(String(time)) / 1_000) * 1_000 }),
}

const normalizePlay = normalizerOf(EditedPlay)

const correct = (play: EditedPlay, fields: EditFields): EditedPlay =>
  normalizePlay(withFields(playByHand, setters, play, fields))

/** Plays as they are edited. Its names and its second identify a play that was added manually. */
export const editedPlays: EditedItem<EditedPlay> = {
  type: "play",
  schema: EditedPlay,
  idOf: ({ id }) => id,
  make: (fields) => {
    const { id: _id, ...play } = correct(unknownItem(EditedPlay, { playedAt: 0 }), fields)
    const second = new Date(play.playedAt).toISOString().slice(0, 19)
    return { id: `manual:${second}Z ${play.artist} - ${play.track}`, ...play }
  },
  correct,
  combine: (known, told) => ({
    ...told,
    ...spellingOf(known, told),
    album: albumOf(known.album, told.album),
    imageUrl: told.imageUrl === "" ? known.imageUrl : told.imageUrl,
  }),
}

/** The track and the time in the id of a reported play; none for track 0. */
export const playPartsOf = (id: string): { readonly trackId: TrackId; readonly playedAt: number } => {
  const [, track = "0", time = "0"] = /^([0-9]{1,9}):(-?[0-9]{1,15})$/.exec(id) ?? []
  const parts = { trackId: TrackId.make(Number(track)), playedAt: Number(time) }
  return playId(parts) === id ? parts : { trackId: TrackId.make(0), playedAt: 0 }
}

export type PlayEdits = EditableItems<EditedPlay> & TypeEdits

/**
 * Edits of plays that treat all plays at the same place (one track at one time) as one, since only one of them is
 * shown. `atSamePlace` returns the ids of all that resolve to the place of one, and `standing` the id of its canonical
 * report.
 */
export const editPlaces = (
  edits: PlayEdits,
  atSamePlace: (id: string) => Effect.Effect<ReadonlyArray<string>>,
  standing: (id: string) => Effect.Effect<string>,
): PlayEdits => ({
  ...edits,
  leadsTo: (id) => Effect.flatMap(standing(id), (stands) => edits.leadsTo(stands)),
  make: Effect.fnUntraced(function* (edit: NewEdit) {
    if (edit.action === "add") return yield* edits.make(edit)
    const itemId = yield* standing(edit.itemId)
    const { into } = edit.fields
    const fields = typeof into === "string" ? { ...edit.fields, into: yield* standing(into) } : edit.fields
    const asked = { ...edit, itemId, fields }
    const id = yield* edits.leadsTo(itemId)
    const target = yield* edits.leadsTo(String(fields["into"]))
    const others = (yield* atSamePlace(id)).filter((other) => other !== id && other !== target)
    const edited = yield* edits.make(asked)
    for (const other of others) yield* edits.make({ ...asked, itemId: other })
    return edited
  }),
})
