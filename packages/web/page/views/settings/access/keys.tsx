import type { Answer } from "../../../data/responses.ts"
import { readAgain } from "../../../data/cache.ts"
import { send } from "../../../data/send.ts"
import { standing } from "../../../data/session.ts"
import { useSignal } from "../../../data/signal.ts"
import { useRead } from "../../../data/useRead.ts"
import { messages } from "../../../messages.ts"
import { ConfirmButton } from "../../../parts/notices/confirmButton.tsx"
import { pageIn, Pages } from "../../../parts/lists/pages.tsx"
import { Shown } from "../../../parts/notices/states.tsx"
import { Time } from "../../../parts/periods/time.tsx"
import type { Address } from "../../../router.tsx"
import { MakeKey } from "./makeKey.tsx"
import { SettingsPage } from "../page.tsx"

const { keys } = messages.settings

type Keys = Answer<"keys", "list">

const KeyLine = ({ again, one }: { readonly one: Keys["data"][number]; readonly again: () => void }) => {
  const now = useSignal(standing)
  const mayBeOwn = now.state === "in" && now.session.name === one.name
  return (
    <li>
      <div class="settings-text">
        <span class="entry-title" dir="auto">
          {one.name}
        </span>
        <span>
          <span class="mark">{keys.scopeWords[one.scope]}</span>{" "}
          <span class="quiet">
            {keys.hint(one.hint)} · {keys.limitOf(one.rate_limit)}
          </span>
        </span>
        <span class="quiet small">
          {keys.created} <Time at={one.created_at} as="day" /> ·{" "}
          {one.last_used_at === "" ? (
            keys.neverUsed
          ) : (
            <>
              {keys.lastUsed} <Time at={one.last_used_at} />
            </>
          )}
          {one.expires_at === "" ? undefined : (
            <>
              {" · "}
              {Date.parse(one.expires_at) < Date.now() ? keys.expired : keys.expires}{" "}
              <Time at={one.expires_at} as="day" />
            </>
          )}
        </span>
      </div>
      <ConfirmButton
        label={keys.revoke}
        question={keys.revokeQuestion(one.name)}
        lost={
          <>
            <p>{keys.revokeLost}</p>
            {mayBeOwn ? <p>{keys.revokeOwn}</p> : undefined}
          </>
        }
        command={() => send("DELETE", `/v1/admin/keys/${one.id}`)}
        onDone={again}
      />
    </li>
  )
}

const KeyList = ({ page }: { readonly page: number }) => {
  const path = `/v1/admin/keys?limit=100&page=${page}`
  const read = useRead<Keys>(path)
  const again = () => readAgain(path)
  return (
    <>
      <section>
        <h2>{keys.make}</h2>
        <MakeKey onMade={again} />
      </section>
      <section>
        <h2>{keys.list}</h2>
        <Shown path={path} read={read}>
          {({ data, pagination }) => (
            <>
              <ul class="lines">
                {data.map((one) => (
                  <KeyLine key={one.id} one={one} again={again} />
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

/** Keys of programs: made, shown once, revoked. */
const Keys = ({ query }: Address) => (
  <SettingsPage name="keys">
    <KeyList page={pageIn(query)} />
  </SettingsPage>
)

export default Keys
