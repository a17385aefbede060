import type { Messages } from "../../texts.ts"

export const story: Messages["story"] = {
  title: (year) => `${year}年のストーリー`,
  play: "ストーリーを再生",
  asPage: "1ページで見る",
  close: "ストーリーを閉じる",
  previous: "前のカード",
  next: "次のカード",
  at: (card, cards) => `${card} / ${cards}`,
  save: "画像を保存",
  size: "サイズ",
  tall: "縦 1080 × 1920",
  wide: "横 1200 × 630",
}
