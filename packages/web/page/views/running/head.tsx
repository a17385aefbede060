import "./running.css"
import { messages } from "../../messages.ts"
import { headOf } from "../../parts/tabs.tsx"

const { running } = messages

/** The head of a view of running, with the ways to the others. */
export const RunningHead = headOf("running", running.views, [
  { to: "/running", label: running.training },
  { to: "/running/activities", label: running.runs },
  { to: "/running/trails", label: running.trailsTab },
  { to: "/running/records", label: running.records },
  { to: "/running/gear", label: running.shoes },
])
