import { type ByHand, type EditedItem, type EditFields, InvalidInput, mergeKnown } from "@daybook/kernel"
import { handName, handText, handTime, handWhole, unknownItem, withFields } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Play, playId, normalizePlay } from "./model.ts"

/** The editable fields of a play. Game and time say which play it is, so no correction changes them. */
export const playByHand = {
  type: "play",
  needed: {},
  fixed: { game: handName, played_at: handTime },
  optional: {
    players: handWhole(0, 1_000).annotate({ description: "How many people played" }),
    winner: handText(),
    minutes: handWhole(0, 100_000).annotate({ description: "How long it took" }),
  },
  times: ["played_at"],
  addedAt: "played_at",
  example: { game: "Azul", played_at: "2026-05-10T19:00:00Z", players: 3, winner: "Ada", minutes: 40 },
} satisfies ByHand

/** Each edited field sets the field of its name. Where it does not, name a setter. */
const correct = (play: Play, fields: EditFields): Play =>
  normalizePlay(withFields(playByHand, {}, play, fields))

/** Plays as they are edited. */
export const editedPlays: EditedItem<Play> = {
  type: "play",
  schema: Schema.toType(Play),
  idOf: playId,
  make: (fields) => {
    const own = { game: String(fields["game"]), playedAt: Date.parse(String(fields["played_at"])) }
    return correct(unknownItem(Play, own), fields)
  },
  correct,
  combine: mergeKnown,
  own: ["game", "playedAt"],
}

/** Refuses an addition without a game. */
export const fitsPlay = ({ game, played_at }: EditFields): Effect.Effect<void, InvalidInput> =>
  played_at !== undefined && game === undefined
    ? Effect.fail(new InvalidInput({ field: "game", message: "game: is missing; send the name of the game" }))
    : Effect.void
