/// The style sheet of a picture. It has no variables, because some viewers do not know them.
enum PictureStyle {
    static let css = """

        text { font: 13px -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Liberation Sans", sans-serif;
          fill: #1c1c1e; white-space: pre; }
        .heading { font-size: 20px; font-weight: 600; }
        .name { font-size: 14px; font-weight: 600; }
        .end { text-anchor: end; }
        .figures { font-variant-numeric: tabular-nums; }
        .label { font-size: 12px; font-weight: 600; font-variant-numeric: tabular-nums; }
        .sign { font-size: 11px; font-weight: 700; text-anchor: middle; }
        .sign-alone { font-weight: 700; text-anchor: middle; }
        .above { paint-order: stroke; stroke: #fff; stroke-width: 5px; }
        .page { fill: #fff; }
        .track { fill: #f4f4f6; }
        text.quiet, tspan.quiet { fill: #5c5c63; }
        .grid { stroke: #e2e2e7; }
        .rule { stroke: #c7c7cc; }
        .now { stroke: #1c1c1e; stroke-width: 1.5; stroke-dasharray: 4 3; }
        .paid rect { fill: #bfe5c8; } .free rect { fill: #bfe3f2; } .offer rect { fill: #e3d1f7; }
        .grace rect { fill: #fde08a; } .retry rect { fill: #f7c0ba; stroke: #b3261e; stroke-dasharray: 3 3; }
        .refunded rect { fill: none; stroke: #77777d; stroke-dasharray: 2 3; }
        .mark circle { fill: #e8e8ec; stroke: #fff; stroke-width: 1.5; }
        .good circle { fill: #1e7f3c; } .offer circle { fill: #7a3fc0; } .waiting circle { fill: #8a5a00; }
        .bad circle { fill: #b3261e; } .strong circle { fill: #3a3a3f; }
        .mark .sign { fill: #fff; } .mark.quiet .sign { fill: #3a3a3f; }
        text.good { fill: #1e7f3c; } text.offer { fill: #7a3fc0; } text.waiting { fill: #8a5a00; }
        text.bad { fill: #b3261e; }
        @media (prefers-color-scheme: dark) {
          text { fill: #f2f2f7; }
          .above { stroke: #17171a; }
          .page { fill: #17171a; }
          .track { fill: #222226; }
          text.quiet, tspan.quiet { fill: #a8a8b0; }
          .grid { stroke: #333338; }
          .rule { stroke: #4a4a50; }
          .now { stroke: #f2f2f7; }
          .paid rect { fill: #1f5c33; } .free rect { fill: #1c5268; } .offer rect { fill: #553083; }
          .grace rect { fill: #6e5200; } .retry rect { fill: #6d2722; stroke: #ff9d94; }
          .refunded rect { stroke: #9a9aa2; }
          .mark circle { stroke: #17171a; }
          .good circle { fill: #7fdc98; } .offer circle { fill: #cfa8ff; } .waiting circle { fill: #ffcf66; }
          .bad circle { fill: #ff9d94; } .strong circle { fill: #d5d5db; }
          .mark .sign { fill: #17171a; }
          .mark.quiet circle { fill: #4a4a50; } .mark.quiet .sign { fill: #f2f2f7; }
          text.good { fill: #7fdc98; } text.offer { fill: #cfa8ff; } text.waiting { fill: #ffcf66; }
          text.bad { fill: #ff9d94; }
        }

        """
}
