import { messages } from "../../../messages.ts"

const { sources } = messages.settings

/** The programs whose URL can be set, with the path of what they speak. */
const senders = [
  ["listening", "ListenBrainz · Navidrome, Jellyfin, Pano Scrobbler, Web Scrobbler", "apis/listenbrainz"],
  ["listening", "Last.fm, Libre.fm, GNU FM", "apis/lastfm/2.0/"],
  ["reading", "KOReader", "apis/kosync"],
  ["places", "OwnTracks", "apis/owntracks"],
] as const

/** The URLs that apps send to. */
export const SenderList = () => (
  <section>
    <h2>{sources.apps}</h2>
    <p class="quiet small">
      {sources.appsLead} <a href="settings/keys">{sources.appsKey}</a>
    </p>
    <ul class="lines">
      {senders.map(([domain, names, path]) => (
        <li key={path}>
          <span class="settings-text">
            <span class="entry-title" translate={false}>
              {names}
            </span>
            <span class={`mark hue-${domain}`}>{messages.domain(domain)}</span>
            <code translate={false}>{`${document.baseURI}${path}`}</code>
          </span>
        </li>
      ))}
    </ul>
  </section>
)
