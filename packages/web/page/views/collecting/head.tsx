import "./collecting.css"
import type { ComponentChildren } from "preact"
import { messages } from "../../messages.ts"
import { Tabs } from "../../parts/tabs.tsx"
import { Title } from "../../parts/title.tsx"

const { collecting } = messages

const tabs = [
  { to: "/collecting", label: collecting.overview },
  { to: "/collecting/records", label: collecting.records },
  { to: "/collecting/media", label: collecting.films },
  { to: "/collecting/wantlist", label: collecting.wantlist },
  { to: "/collecting/beside", label: collecting.beside },
]

/** The head of a view of collecting, with the ways to the others. */
export const CollectingHead = ({
  lead,
  title = messages.domain("collecting"),
}: {
  readonly title?: string
  readonly lead?: ComponentChildren
}) => (
  <Title title={title} lead={lead}>
    <Tabs label={collecting.views} tabs={tabs} />
  </Title>
)
