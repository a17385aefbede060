import { useState } from "preact/hooks"
import { servedDomains } from "../../../data/address.ts"
import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { useRead } from "../../../data/useRead.ts"
import { today } from "../../../format.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { SecretReveal } from "../../../parts/notices/secretReveal.tsx"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { EmptyState, Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { LabelledInput, LabelledSelect, MakeForm } from "../makeForm.tsx"
import { SettingsPage } from "../page.tsx"

const { shares } = messages.settings

type Shares = Answer<"shares", "list">
type Made = Answer<"shares", "create">

const year = () => today().slice(0, 4)

const first = "/v1/feed.atom"

/** Addresses that are shared often, with the domain that they need. */
const known = (): ReadonlyArray<readonly [address: string, domain?: string]> => [
  [first],
  ["/v1/feed.json"],
  ["/v1/reading/archive.atom", "reading"],
  ["/v1/watching/reviews.atom", "watching"],
  ["/v1/attending/events.ics", "attending"],
  ["/v1/attending/upcoming.ics", "attending"],
  ["/v1/cards/now-playing.svg", "listening"],
  ["/v1/cards/top-albums.svg", "listening"],
  [`/v1/cards/year/${year()}.svg`],
  [`/pages/years/${year()}`],
  ["/pages/now"],
  ...servedDomains.map((domain) => [`/v1/cards/calendar/${domain}.svg`, domain] as const),
  ["/v1/live"],
]

/** The addresses to choose from on this server, and another one. */
const choices = () => [
  ...known()
    .filter(([, domain]) => domain === undefined || servedDomains.includes(domain))
    .map(([address]) => [address, shares.known(address)] as const),
  ["", shares.another] as const,
]

const MakeShare = ({ onMade }: { readonly onMade: () => void }) => {
  const [made, setMade] = useState<Made>()
  const [chosen, setChosen] = useState(first)
  return (
    <>
      {made === undefined ? undefined : (
        <SecretReveal
          label={shares.made(made.address)}
          value={made.url}
          hint={shares.once}
          onDone={() => setMade(undefined)}
        />
      )}
      <MakeForm<Made>
        path="/v1/admin/shares"
        command={(text) => ({ address: chosen === "" ? text("address") : chosen, name: text("name") })}
        onMade={(share) => {
          setChosen(first)
          setMade(share)
          onMade()
        }}
        button={shares.create}
      >
        <LabelledSelect label={shares.what} options={choices()} value={chosen} onChoose={setChosen} />
        {chosen === "" ? (
          <LabelledInput
            label={shares.address}
            hint={shares.addressHint}
            name="address"
            required
            placeholder="/v1/feed?domains=reading"
            spellcheck={false}
            autocapitalize="off"
          />
        ) : undefined}
        <LabelledInput
          label={shares.name}
          hint={shares.nameHint}
          name="name"
          maxLength={200}
          autocomplete="off"
        />
      </MakeForm>
    </>
  )
}

const ShareList = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/shares?limit=50&page=${page}`
  const read = useRead<Shares>(path)
  const again = () => readAgain(path)
  return (
    <>
      <section>
        <h2>{shares.make}</h2>
        <MakeShare onMade={again} />
      </section>
      <section>
        <h2>{shares.list}</h2>
        <Shown path={path} read={read}>
          {({ data, pagination }) => (
            <>
              {data.length === 0 ? <EmptyState title={shares.none} /> : undefined}
              <ul class="lines">
                {data.map((one) => (
                  <li key={one.id}>
                    <div class="settings-text">
                      <span class="entry-title" dir="auto">
                        {one.name === "" ? shares.known(one.address) : one.name}
                      </span>
                      <span class="quiet">{one.address}</span>
                      <span class="quiet small">
                        {shares.hint(one.hint)} · {shares.created} <Time at={one.created_at} as="day" /> ·{" "}
                        {one.last_used_at === "" ? (
                          shares.neverUsed
                        ) : (
                          <>
                            {shares.lastUsed} <Time at={one.last_used_at} />
                          </>
                        )}
                      </span>
                    </div>
                    <ConfirmButton
                      label={shares.revoke}
                      question={shares.revokeQuestion(one.name === "" ? one.address : one.name)}
                      lost={<p>{shares.revokeLost}</p>}
                      command={() => send("DELETE", `/v1/admin/shares/${one.id}`)}
                      onDone={again}
                    />
                  </li>
                ))}
              </ul>
              <Pages pagination={pagination} />
            </>
          )}
        </Shown>
      </section>
    </>
  )
}

/** URLs that open without a key: made, shown once, revoked. */
const Shares = ({ query }: Address) => (
  <SettingsPage name="shares">
    <ShareList page={pageIn(query)} />
  </SettingsPage>
)

export default Shares
