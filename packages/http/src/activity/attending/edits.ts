import { AttendingStore, eventByHand, EventId } from "@daybook/attending"
import * as Effect from "effect/Effect"
import { editEndpoints, editHandlers } from "../forRoutes.ts"
import { showEvent } from "./lists/handlers.ts"
import { EventAnswer } from "./lists/wire.ts"

/** The endpoints of edits of events. */
export const eventEditEndpoints = editEndpoints("Event", "attending", eventByHand, EventAnswer)

/** Their handlers. */
export const editsOfEvents = editHandlers("Event", eventByHand, {
  store: Effect.map(AttendingStore, ({ edits }) => edits),
  shown: (id) => showEvent(EventId.make(Number(id))),
})
