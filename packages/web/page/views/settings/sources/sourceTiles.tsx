import type { Answer } from "../../../data/responses.ts"
import { messages } from "../../../messages.ts"
import { domainIcon, Icon } from "../../../parts/icon.tsx"

export type Source = Answer<"sources", "list">["data"][number]

/** The icon of what a service fills. */
export const SourceIcon = ({ one: { domains } }: { readonly one: Source }) => (
  <span class={`source-icon hue-${domains[0] ?? ""}`}>
    <Icon name={domainIcon(domains[0] ?? "")} />
  </span>
)

/** The domains that a service fills. */
export const SourceMarks = ({ one: { domains } }: { readonly one: Source }) => (
  <span>
    {domains.map((domain) => (
      <span key={domain} class={`mark hue-${domain}`}>
        {messages.domain(domain)}
      </span>
    ))}
  </span>
)

/** Services that can be set up. Those that only describe what others bring are not among them. */
export const SourceTiles = ({ ones }: { readonly ones: ReadonlyArray<Source> }) => (
  <ul class="card source-tiles">
    {ones
      .filter(({ describes }) => !describes)
      .map((one) => (
        <li key={one.id}>
          <a href="settings/sources">
            <SourceIcon one={one} />
            <span class="settings-text">
              <span class="entry-title" dir="auto">
                {one.title}
              </span>
              <SourceMarks one={one} />
            </span>
          </a>
        </li>
      ))}
  </ul>
)
