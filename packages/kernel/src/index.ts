export * from "./resolveRange.ts"
export * from "./batches.ts"
export * from "./userEdits.ts"
export * from "./editItem.ts"
export * from "./calendar.ts"
export * from "./csvRecords.ts"
export * from "./cursor.ts"
export * from "./dataVersions.ts"
export * from "./dateRange.ts"
export * from "./digest.ts"
export * from "./domain.ts"
export * from "./applyEdits.ts"
export * from "./edits.ts"
export * from "./errors.ts"
export * from "./jsonLimits.ts"
export {
  type DomainEvents,
  type EventSource,
  eventsOf,
  type PastEvent,
  journalEvents,
  type ReadEvents,
} from "./events.ts"
export * from "./exports.ts"
export { foldName, namesMatch } from "./foldName.ts"
export { foldText, isUnspaced, unspacedApart } from "./foldText.ts"
export { fuseRankings } from "./fuseRankings.ts"
export { farthestFromHome } from "./farthestFromHome.ts"
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
export { type ImportWork, maxStoredParts, runImports } from "./runImports.ts"
export { ImportPace } from "./importPace.ts"
export { describeUnknownFile } from "./describeUnknownFile.ts"
export * from "./handForm.ts"
export * from "./rejectFuture.ts"
export * from "./hex.ts"
export * from "./journal.ts"
export * from "./jsonLines.ts"
export * from "./mergeKnown.ts"
export * from "./dedupeByKey.ts"
export * from "./mergeStores.ts"
export * from "./mistakes.ts"
export * from "./page.ts"
export * from "./position.ts"
export * from "./records.ts"
export * from "./schemaFault.ts"
export * from "./search.ts"
export * from "./serviceStates.ts"
export * from "./rejectedRows.ts"
/** Settings as typed data: their names, parsers and descriptions. */
export * as Setting from "./setting.ts"
export * from "./sorts.ts"
export * from "./activeEdits.ts"
export * from "./storageRoom.ts"
export * from "./storableText.ts"
export * from "./sync.ts"
export { syncTimeLeft, withSyncDeadline } from "./syncDeadline.ts"
export * from "./syncRuns.ts"
export * from "./overrideStores.ts"
export * from "./tokenStore.ts"
export * from "./webUrl.ts"
export * from "./webhooks.ts"
export { maxWebhookUrlLength, makeWebhook, secretBytes } from "./makeWebhook.ts"
export { runWebhooks } from "./runWebhooks.ts"
export { type ShownItem, ActiveEdits } from "./activeEdits.ts"
