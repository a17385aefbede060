import { mediaByHand, recordByHand } from "@daybook/collecting"
import { editEndpoints } from "../forRoutes.ts"
import { MediaAnswer, RecordAnswer } from "./lists/wire.ts"

/** The endpoints of edits of records and films. */
export const recordEditEndpoints = editEndpoints("Record", "collecting", recordByHand, RecordAnswer)
export const mediaEditEndpoints = editEndpoints("Media", "collecting", mediaByHand, MediaAnswer)
