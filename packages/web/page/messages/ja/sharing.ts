import type { Messages } from "../../texts.ts"

export const sharing: Messages["sharing"] = {
  share: "共有",
  title: (year) => `${year}年を共有`,
  picture: "画像で",
  pictureHint: "ストーリーのカードを保存して、好きな人に送れます。",
  openStory: "カードを選ぶ",
  page: "公開ページで",
  pageHint:
    "リンクを知っている人は、月ごとの1年を見られます。時刻と、ランの始点・終点から1 km以内の場所は表示されません。",
  now: "今聴いている・読んでいる・観ているものも表示",
  index: "検索エンジンへの掲載を許可",
  make: "公開ページを作成",
  made: "ページができました。リンクの表示は一度だけです：",
  copy: "リンクをコピー",
  isPublic: (day) => `${day}から公開中。`,
  end: "公開を終了",
  ended: "公開を終了しました。リンクはもう開けません。",
  done: "完了",
  name: (year) => `${year}年`,
  print: "印刷",
  shareNow: "「今」を共有",
  nowTitle: "今のことを共有",
  nowName: "今",
  nowHint:
    "リンクを知っている人は、聴いている・読んでいる・観ているものの最新を見られます。時刻と場所は表示されません。",
  adminOnly: "公開ページを作るには、管理者キーでサインインしてください。",
}
