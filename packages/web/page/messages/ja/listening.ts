import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { counter } from "./counter.ts"
import { days, plays } from "./frame.ts"

export const listening: Messages["listening"] = {
  kind: "種類",
  kinds: { artist: "アーティスト", album: "アルバム", track: "曲" },
  tops: { artist: "よく聴いたアーティスト", album: "よく聴いたアルバム", track: "よく聴いた曲" },
  playsOf: plays,
  summary: (active, heard, fresh) =>
    [days(active), `アーティスト${number(heard)}組`, fresh === 0 ? "" : `うち新しく${number(fresh)}組`]
      .filter((part) => part !== "")
      .join("、"),
  overTime: "再生の推移",
  changed: "変わったこと",
  nothingChanged: "ほとんど変わりありません。",
  up: (before, now) => `${number(before)}位から${number(now)}位に上昇`,
  firstHeard: (day) => `新着：${day}に初めて再生`,
  resting: (before, previous, now) => `休止中：${previous}は${number(before)}回、今は${number(now)}回`,
  moved: {
    up: (by) => `${number(by)}上昇`,
    down: (by) => `${number(by)}下降`,
    same: "変わらず",
    new: "新着",
    back: "復帰",
  },
  hours: "聴く時間帯",
  discoveries: "初めて聴いたもの",
  noPlays: "この期間の再生はありません",
  recent: "最近の再生",
  artist: "アーティスト",
  album: "アルバム",
  track: "曲",
  rank: (kind, rank) => `${kind} · 全期間${number(rank)}位`,
  since: (n, day) => `${day}から${plays(n)}。`,
  seen: (times) => `${number(times)}回観ました。`,
  owned: (n) => (n === 0 ? "" : `棚に${number(n)}枚。`),
  life: (name) => `あなたと${name}`,
  byMonth: (from, to) => (from === to ? `月ごとの再生、${from}` : `月ごとの再生、${from}～${to}`),
  songs: "曲（再生順）",
  albums: "アルバム",
  story: "これまでの物語",
  firstPlayed: "初めて再生。",
  lastPlayed: "最後に再生。",
  bought: (title, format) => `棚に追加：${title}${format === "" ? "" : `（${format}）`}。`,
  saw: (event, venue) => `観た：${event}${venue === "" ? "" : `（${venue}）`}。`,
  allNights: counter("夜をすべて見る"),
}
