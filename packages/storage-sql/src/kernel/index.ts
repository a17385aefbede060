/** The parts that both stores of the kernel's ports share. */
export { allEdits, editLogOf } from "./edits.ts"
export { importStore } from "./imports.ts"
export { rejectedRowStore } from "./rejectedRows.ts"
export { serviceStates } from "./serviceStates.ts"
export { settingStore } from "./settings.ts"
export { runRows } from "./syncRuns.ts"
export { tokenStore } from "./tokens.ts"
export { webhookStore } from "./webhooks.ts"
