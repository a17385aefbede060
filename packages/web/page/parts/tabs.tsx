import type { ComponentChildren } from "preact"
import { messages } from "../messages.ts"
import { usePlace } from "../router.tsx"
import { useScrollToCurrent } from "./lists/scrollToCurrent.ts"
import { Title } from "./title.tsx"

interface Tab {
  readonly to: string
  readonly label: string
}

interface TabsProps {
  /** For screen readers: the domain whose views these are. */
  readonly label: string
  readonly tabs: ReadonlyArray<Tab>
}

/** The title of a view of a domain: the name of its tab; for the first, its overview, the domain's name. */
const useTabTitle = (domain: string, [, ...lists]: ReadonlyArray<Tab>): string => {
  const [path] = usePlace().split("?")
  return lists.find(({ to }) => to === path)?.label ?? messages.domain(domain)
}

/** The views of a domain, side by side above each of them. */
const Tabs = ({ label, tabs }: TabsProps) => {
  const [path] = usePlace().split("?")
  const line = useScrollToCurrent<HTMLElement>()
  return (
    <nav class="tabs" aria-label={label} ref={line}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <a href={tab.to.slice(1)} {...(tab.to === path ? { "aria-current": "page" as const } : {})}>
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The head of the views of a domain: a title, and the ways to the others. `label` names the ways to screen readers. */
export const headOf =
  (domain: string, label: string, tabs: ReadonlyArray<Tab>) =>
  ({
    children,
    lead,
    title,
  }: {
    /** The name of the view's tab by default. */
    readonly title?: string
    readonly lead?: ComponentChildren
    readonly children?: ComponentChildren
  }) => {
    const ofTab = useTabTitle(domain, tabs)
    return (
      <Title title={title ?? ofTab} lead={lead}>
        <Tabs label={label} tabs={tabs} />
        {children}
      </Title>
    )
  }
