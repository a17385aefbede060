import { CollectingStore, mediaByHand, recordByHand, RecordId } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import { editEndpoints, editHandlers } from "../forRoutes.ts"
import { showFilm, showRecord } from "./lists/handlers.ts"
import { MediaAnswer, RecordAnswer } from "./lists/wire.ts"

/** The endpoints of edits of records and films. */
export const recordEditEndpoints = editEndpoints("Record", "collecting", recordByHand, RecordAnswer)
export const mediaEditEndpoints = editEndpoints("Media", "collecting", mediaByHand, MediaAnswer)

/** Their handlers. */
export const editsOfCollections = Effect.gen(function* () {
  const store = Effect.map(CollectingStore, ({ edits }) => edits)
  return {
    ...(yield* editHandlers("Record", recordByHand, {
      store,
      shown: (id) => showRecord(RecordId.make(Number(id))),
    })),
    ...(yield* editHandlers("Media", mediaByHand, { store, shown: showFilm })),
  }
})
