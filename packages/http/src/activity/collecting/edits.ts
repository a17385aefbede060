import { CollectingStore, mediaByHand, recordByHand, RecordId } from "@daybook/collecting"
import * as Effect from "effect/Effect"
import { editHandlers } from "../forRoutes.ts"
import { showFilm, showRecord } from "./lists/shown.ts"
import { MediaAnswer, RecordAnswer } from "./lists/wire.ts"

/** The handlers of edits of records and films. */
export const editsOfCollections = Effect.gen(function* () {
  const store = Effect.map(CollectingStore, ({ edits }) => edits)
  return {
    ...(yield* editHandlers("Record", recordByHand, {
      store,
      form: RecordAnswer,
      shown: (id) => showRecord(RecordId.make(Number(id))),
    })),
    ...(yield* editHandlers("Media", mediaByHand, { store, form: MediaAnswer, shown: showFilm })),
  }
})
