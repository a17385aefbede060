import type { Messages } from "../../texts.ts"
import { number } from "../../words.ts"
import { days } from "./frame.ts"

export const periods: Messages["periods"] = {
  label: "期間",
  names: {
    "7day": "7日間",
    "1month": "30日間",
    "3month": "90日間",
    "6month": "180日間",
    "12month": "365日間",
    overall: "全期間",
  },
  choose: "選択…",
  chooseLabel: "ほかの日を選択",
  show: "表示",
  range: (from, to) => `${from}～${to}`,
  before: (n) => `その前の${days(n)}間`,
  fallback: (asked, shown) => `${asked}の記録はありません。最新の${shown}を表示しています。`,
  asked: "この期間",
  last: (name) => `過去${name}`,
  against: (before, previous) => `${previous}は${number(before)}`,
  none: (previous) => `${previous}はなし`,
  same: (previous) => `${previous}と同じ`,
  most: (when, counted) => `最多：${when}、${counted}`,
  inPrevious: (name) => `${name}の同時期`,
  point: (when, counted) => `${when}：${counted}`,
  pointBeside: (when, counted, before) => `${when}：${counted}、前の期間は${number(before)}`,
}
