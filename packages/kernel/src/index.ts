export * from "./dates/resolveRange.ts"
export * from "./syncs/batches.ts"
export * from "./edits/userEdits.ts"
export * from "./edits/editItem.ts"
export * from "./dates/calendar.ts"
export * from "./imports/csvRecords.ts"
export * from "./syncs/cursor.ts"
export * from "./dates/comparePeriods.ts"
export * from "./dataVersions.ts"
export * from "./dates/dateRange.ts"
export * from "./text/digest.ts"
export * from "./domain.ts"
export * from "./edits/applyEdits.ts"
export * from "./edits/edits.ts"
export * from "./edits/hiddenItems.ts"
export * from "./errors.ts"
export * from "./imports/jsonLimits.ts"
export {
  type DomainEvents,
  type EventEntry,
  type EventSource,
  eventsOf,
  type PastEvent,
  journalEvents,
  type ReadEvents,
} from "./webhooks/events.ts"
export * from "./exports.ts"
export { foldName, namesMatch } from "./text/foldName.ts"
export { foldText, isUnspaced, unspacedApart } from "./text/foldText.ts"
export { fuseRankings } from "./fuseRankings.ts"
export { farthestFromHome } from "./farthestFromHome.ts"
export * from "./imports/growingBytes.ts"
export {
  byContent,
  type DomainFormats,
  faultOfChoice,
  type FileChoice,
  formatsOf,
  importersFor,
} from "./imports/chosenFormat.ts"
export { acceptDoubtful, acceptInto, type AcceptDoubtful } from "./imports/doubtful.ts"
export * from "./imports/importedFile.ts"
export { type FileBeingRead, FileReader, type Found, readHere } from "./imports/fileReader.ts"
export * from "./imports/importFile.ts"
export * from "./imports/imports.ts"
export { type ImportWork, maxStoredParts, runImports } from "./imports/runImports.ts"
export { ImportPace } from "./imports/importPace.ts"
export { describeUnknownFile } from "./imports/describeUnknownFile.ts"
export * from "./handForm.ts"
export * from "./syncs/rejectFuture.ts"
export * from "./text/hex.ts"
export * from "./journal.ts"
export * from "./imports/jsonLines.ts"
export * from "./mergeKnown.ts"
export { normalizerOf, unknownItem, WholeUpTo, Year } from "./modelFields.ts"
export { definedOf, type ValueKind, valueKindOf } from "./valueKind.ts"
export * from "./dedupeByKey.ts"
export * from "./mergeStores.ts"
export * from "./text/mistakes.ts"
export { itemsOfAllPages } from "./itemsOfAllPages.ts"
export * from "./page.ts"
export * from "./position.ts"
export * from "./imports/records.ts"
export * from "./schemaFault.ts"
export * from "./search.ts"
export * from "./syncs/serviceStates.ts"
export * from "./syncs/rejectedRows.ts"
/** Settings as typed data: their names, parsers and descriptions. */
export * as Setting from "./setting.ts"
export * from "./storedSettings.ts"
export * from "./sorts.ts"
export * from "./edits/activeEdits.ts"
export * from "./storageRoom.ts"
export * from "./text/storableText.ts"
export * from "./syncs/sync.ts"
export { syncTimeLeft, withSyncDeadline } from "./syncs/syncDeadline.ts"
export * from "./syncs/syncRuns.ts"
export * from "./overrideStores.ts"
export * from "./syncs/tokenStore.ts"
export * from "./text/webUrl.ts"
export * from "./webhooks/webhooks.ts"
export { maxWebhookUrlLength, makeWebhook, secretBytes, type WebhookAsked } from "./webhooks/makeWebhook.ts"
export { runWebhooks } from "./webhooks/runWebhooks.ts"
export { type ShownItem, ActiveEdits } from "./edits/activeEdits.ts"
