import "./running.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs, useTabTitle } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { running } = messages

const tabs = [
  { to: "/running", label: running.training },
  { to: "/running/activities", label: running.runs },
  { to: "/running/trails", label: running.trailsTab },
  { to: "/running/records", label: running.records },
  { to: "/running/gear", label: running.shoes },
]

/** The head of a view of running, with the ways to the others. */
export const RunningHead = ({ lead }: { readonly lead?: ComponentChildren }) => (
  <Title title={useTabTitle("running", tabs)} lead={lead}>
    <Tabs label={running.views} tabs={tabs} />
  </Title>
)
