/// How the page looks. Colours keep a contrast of 4.5 to 1 at least, in light and in dark.
enum PreviewStyle {
    static let sheet = """
        :root { color-scheme: light dark; --page: #e5e5ea; --screen: #f2f2f7; --card: #fff; --text: #1c1c1e;
          --quiet: #56565c; --edge: #c7c7cc; --accent: #0058d0; --on-accent: #fff; --good: #0b6227; --good-on: #dcf5e3;
          --warn: #8a3b00; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #000; --screen: #111113; --card: #1f1f22; --text: #f2f2f7; --quiet: #ababb3; --edge: #3a3a3f;
            --accent: #0a62d6; --on-accent: #fff; --good: #7fe39c; --good-on: #123a1f; --warn: #ffb27a; }
        }
        * { box-sizing: border-box; margin: 0; padding: 0; }
        body { background: var(--page); color: var(--text); padding: 24px 16px 48px;
          font: 15px/1.35 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
        header.page { max-width: 60em; margin: 0 auto 24px; text-align: center; text-wrap: balance; }
        h1 { font-size: 28px; line-height: 1.2; overflow-wrap: anywhere; margin-bottom: 6px; }
        header.page p, .notes, .terms, .month { color: var(--quiet); }
        main { display: grid; grid-template-columns: repeat(auto-fit, 320px); justify-content: center; gap: 0 28px; }
        .column, .screen, section[style], ul[style] { display: grid; grid-template-rows: subgrid;
          grid-row: span var(--rows); grid-template-columns: minmax(0, 1fr); }
        .column { margin-bottom: 40px; }
        .column > header { padding: 0 8px 10px; align-self: end; text-align: center; }
        h2 { font-size: 17px; }
        h2 code { display: block; font-weight: 400; }
        code { font: 12px/1.3 ui-monospace, Menlo, Consolas, monospace; color: var(--quiet); overflow-wrap: anywhere; }
        .screen { background: var(--screen); border: 1px solid var(--edge); border-radius: 36px; padding: 20px 15px; }
        h3 { font-size: 22px; line-height: 1.2; padding: 10px 4px 8px; align-self: end; }
        .group { padding: 2px 4px 8px; }
        h4 { font-size: 17px; line-height: 1.25; }
        ul { list-style: none; }
        li { display: flex; flex-direction: column; padding-bottom: 14px; min-width: 0; }
        .card { flex: 1; display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--edge);
          border-radius: 16px; padding: 15px; }
        .best { border: 2px solid var(--accent); padding: 14px; }
        .badge { align-self: start; background: var(--accent); color: var(--on-accent); border-radius: 99px;
          font-size: 12px; font-weight: 600; padding: 3px 10px; margin-bottom: 8px; }
        .title { font-size: 17px; line-height: 1.3; font-weight: 600; white-space: nowrap; overflow: hidden;
          text-overflow: ellipsis; }
        .description { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2;
          overflow: hidden; overflow-wrap: anywhere; }
        .price { font-size: 22px; line-height: 1.25; font-weight: 700; margin-top: 8px; }
        .comparison { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; position: relative; }
        s { color: var(--quiet); }
        .savings { background: var(--good-on); color: var(--good); border-radius: 6px; font-size: 13px; font-weight: 600;
          padding: 1px 7px; }
        .offer { font-weight: 600; margin-top: 6px; }
        /* Forced colours take the background away, and show the border. */
        .button { background: var(--accent); color: var(--on-accent); border: 1px solid transparent;
          border-radius: 12px; font-size: 17px; font-weight: 600; text-align: center; padding: 10px 13px;
          margin-top: auto; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
        .card > :nth-last-child(3) { margin-bottom: 12px; }
        .terms { font-size: 12px; text-align: center; margin-top: 8px; }
        .notes { font-size: 12px; padding: 5px 6px 0; overflow-wrap: anywhere; }
        .group .notes { padding: 0; font-style: italic; }
        .fallback { font-style: italic; }
        /* As a phone does, names of another language keep to the side where lines begin. */
        [dir="rtl"] :is(.title, .description, h4) { text-align: right; }
        .cut { color: var(--warn); }
        .restore { text-align: center; font-size: 17px; padding: 10px 0 4px;
          text-decoration: underline; }
        .nothing { padding: 40px 0; text-align: center; }
        .states { padding: 14px 8px 0; }
        .states h3 { font-size: 12px; font-weight: 600; color: var(--quiet); padding: 0 0 6px; }
        .states ul { display: flex; flex-wrap: wrap; gap: 6px; }
        .states li { background: var(--screen); border: 1px solid var(--edge); border-radius: 99px; font-size: 13px;
          padding: 3px 10px; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }
        @media (max-width: 351px) { main { grid-template-columns: minmax(0, 320px); } body { padding-inline: 0; } }
        @media print { .column { break-inside: avoid; } }
        """
}
