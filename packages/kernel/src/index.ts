export * from "./askedRange.ts"
export * from "./batches.ts"
export * from "./byHand.ts"
export * from "./editByHand.ts"
export * from "./calendar.ts"
export * from "./csvRecords.ts"
export * from "./cursor.ts"
export * from "./dataVersions.ts"
export * from "./dateRange.ts"
export * from "./digest.ts"
export * from "./domain.ts"
export * from "./editing.ts"
export * from "./edits.ts"
export * from "./errors.ts"
export * from "./excessOfJson.ts"
export {
  type DomainEvents,
  type EventSource,
  eventsOf,
  type HappenedEvent,
  journalEvents,
  type ReadEvents,
} from "./events.ts"
export * from "./exports.ts"
export { foldName, namesMatch } from "./foldName.ts"
export { foldText, isUnspaced, unspacedApart } from "./foldText.ts"
export { fuseRankings } from "./fuseRankings.ts"
export { furthestFromHome } from "./furthest.ts"
export * from "./growingBytes.ts"
export {
  byContent,
  type DomainFormats,
  faultOfChoice,
  type FileChoice,
  formatsOf,
  importersFor,
} from "./chosenFormat.ts"
export { acceptDoubtful, acceptInto, type AcceptDoubtful } from "./doubtful.ts"
export * from "./importedFile.ts"
export { type FileBeingRead, FileReader, type Found, readHere } from "./fileReader.ts"
export * from "./importFile.ts"
export * from "./imports.ts"
export { type ImportWork, partsKept, runImports } from "./runImports.ts"
export { ImportPace } from "./importPace.ts"
export { whyUnknown } from "./unknownFile.ts"
export * from "./handForm.ts"
export * from "./happened.ts"
export * from "./hex.ts"
export * from "./journal.ts"
export * from "./jsonLines.ts"
export * from "./known.ts"
export * from "./lastOfEach.ts"
export * from "./mergeStores.ts"
export * from "./mistakes.ts"
export * from "./page.ts"
export * from "./position.ts"
export * from "./records.ts"
export * from "./schemaFault.ts"
export * from "./search.ts"
export * from "./serviceStates.ts"
export * from "./setAside.ts"
/** Settings as typed data: their names, parsers and descriptions. */
export * as Setting from "./setting.ts"
export * from "./sorts.ts"
export * from "./standingEdits.ts"
export * from "./storageRoom.ts"
export * from "./storableText.ts"
export * from "./sync.ts"
export { syncTimeLeft, withSyncDeadline } from "./syncDeadline.ts"
export * from "./syncRuns.ts"
export * from "./takingOwn.ts"
export * from "./tokenStore.ts"
export * from "./webUrl.ts"
export * from "./webhooks.ts"
export { longestWebhookUrl, makeWebhook, secretBytes } from "./makeWebhook.ts"
export { runWebhooks } from "./runWebhooks.ts"
export { type ShownItem, StandingEdits } from "./standingEdits.ts"
