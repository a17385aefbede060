import { pageIn } from "../../../parts/lists/pages.tsx"
import type { Address } from "../../../router.tsx"
import { SettingsPage } from "../page.tsx"
import { RejectedRows } from "../corrections/rejectedRows.tsx"
import { SenderList } from "../access/senders.tsx"
import { LinkedNotice, SourceList } from "./sourceList.tsx"
import { SyncList } from "./syncList.tsx"

/** The services that Daybook syncs: their state, what to do, and syncs at once. */
const Sources = ({ query }: Address) => (
  <SettingsPage name="sources">
    <LinkedNotice query={query} />
    <SyncList />
    <SourceList />
    <SenderList />
    <RejectedRows page={pageIn(query)} />
  </SettingsPage>
)

export default Sources
