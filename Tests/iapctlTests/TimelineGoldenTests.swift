import Testing

@testable import iapctl

@Suite("What a timeline looks like")
struct TimelineGoldenTests {
    @Test("A calm year: months, an upgrade with its refund, a downgrade at the end of the year")
    func calmYear() throws {
        let script = """
            start 2026-01-31
            buy monthly
            advance 3 months
            note "The yearly plan is advertised"
            advance P10D
            upgrade to yearly
            advance P7M
            downgrade to monthly
            advance to 2027-07-15
            """
        let expected = #"""
            scene                                                                    2026-01-31 – 2027-08-10

            Film Pass – Month until 2027-08-10, then again for $7.99
              Year                   ┣━$79.99━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┫
              Month   ├┄┣━━━┣━━━━┣━━━┫                                                       ┣━━━━┣━━━┣━━━━┫
                      ●              ↑                                ↷                      ⇄

            Notes                   ¶
                      ────┴─────────┴────────┴─────────┴────────┴────────┴────────┴─────────┴────────┴─▲────
                          Mar       May      Jul       Sep      Nov      2027     Mar       May      Jul

            ━━━ paid   ┄┄┄ free trial   ● bought   ↑ upgraded   ↷ change ahead   ⇄ plan changed   ¶ note
            ▲ the script's end

            date           plan   what happened                              price  no.
            2026-01-31  ●  Month  bought, free, by introductory offer        $0.00    1
            2026-02-14  ↻  Month  renewed                                    $7.99    2
            2026-03-14  ↻  Month  renewed                                    $7.99    3
            2026-04-14  ↻  Month  renewed                                    $7.99    4
            2026-04-30  ¶         The yearly plan is advertised
            2026-05-10  ↑  Year   upgraded from Month; $1.07 paid back      $79.99    5
            2026-12-10  ↷  Year   changes to Month on 2027-05-10 for $7.99
            2027-05-10  ⇄  Month  changed from Year at renewal               $7.99    6
            2027-06-10  ↻  Month  renewed                                    $7.99    7
            2027-07-10  ↻  Month  renewed                                    $7.99    8
            """#
        #expect(try TestScenario.print(script, []) == expected)
    }

    @Test("Billing issues: with a grace period, without one, recovered and not")
    func billing() throws {
        let script = """
            start 2026-03-01
            account anna
            buy monthly
            account ben
            buy monthly
            advance P2M
            grace on
            renewals fail
            account anna
            advance P30D
            resolve
            renewals succeed
            advance P40D
            grace off
            renewals fail
            advance P25D
            resolve
            """
        let expected = #"""
            scene                                                                    2026-03-01 – 2026-09-04

            Film Pass · anna – Month until 2026-09-04, then again for $7.99
              Month   ├┄┄┄┄┄┣━$7.99━━━━━━━┣━$7.99━━━━━━━▒▒▒▒▒▒▒░━$7.99━━━━━━━┣━$7.99━━━━━━━░░┣━$7.99━━━━━━━┫
                      ●                                 !      ▽                           ! ✚
                                                               ✚

            Film Pass · ben – expired on 2026-07-14
              Month   ├┄┄┄┄┄┣━$7.99━━━━━━━┣━$7.99━━━━━━━▒▒▒▒▒▒▒░░retry░░░░░░░░░░░░░░
                      ●                                 !      ▽                   ■

                      ┴─────────────┴─────────────┴─────────────┴────────────┴──────────────┴▲──────────────
                      Mar           Apr           May           Jun          Jul            Aug

            ━━━ paid   ┄┄┄ free trial   ▒▒▒ grace period   ░░░ billing retry   ● bought   ! not charged
            ▽ access ends   ✚ charged after all   ■ expired   ▲ the script's end

            date           plan          what happened                                 price  no.
            2026-03-01  ●  Month · anna  bought, free, by introductory offer           $0.00    1
            2026-03-01  ●  Month · ben   bought, free, by introductory offer           $0.00    2
            2026-03-15  ↻  Month · anna  renewed                                       $7.99    3
            2026-03-15  ↻  Month · ben   renewed                                       $7.99    4
            2026-04-15  ↻  Month · anna  renewed                                       $7.99    5
            2026-04-15  ↻  Month · ben   renewed                                       $7.99    6
            2026-05-01  ·                Grace period on
            2026-05-01  ·                Renewals fail from now on
            2026-05-15  !  Month · anna  not charged; access goes on until 2026-05-31
            2026-05-15  !  Month · ben   not charged; access goes on until 2026-05-31
            2026-05-31  ▽  Month · anna  grace period over; access ends
            2026-05-31  ▽  Month · ben   grace period over; access ends
            2026-05-31  ✚  Month · anna  charged after all                             $7.99    7
            2026-05-31  ·                Renewals succeed again
            2026-06-30  ↻  Month · anna  renewed                                       $7.99    8
            2026-07-10  ·                Grace period off
            2026-07-10  ·                Renewals fail from now on
            2026-07-14  ■  Month · ben   expired: it could not be charged
            2026-07-31  !  Month · anna  not charged; access ends
            2026-08-04  ✚  Month · anna  charged after all                             $7.99    9
            """#
        #expect(try TestScenario.print(script, []) == expected)
    }

    @Test("Offers of four kinds, a price increase that is agreed to, a refund; in ASCII")
    func offers() throws {
        let script = """
            start 2026-01-05
            buy monthly  # two weeks free
            advance P2M
            price monthly 9.99 with consent
            advance P5D
            consent
            advance P2M
            refund
            advance P1M
            buy monthly offer half
            advance P1M
            cancel
            advance P3M
            buy monthly offer win-back "back"
            buy coins 3
            advance P20D
            """
        let expected = #"""
            scene                                                                    2026-01-05 - 2026-11-10

            Film Pass - Month until 2026-11-10, then again for $9.99
              Month   |...|=$7.99=|=$7.99=|=$9.99==|====///|     |~$3.99~|~$3.99~~|               |~$0.99~~|
                      o               $ y               <        o       -        #               o
                                      ?

            Bought once - Coins
                                                                                                  o

                      -------+-------+--------+-------+-------+--------+-------+--------+-------+-------^---
                             Feb     Mar      Apr     May     Jun      Jul     Aug      Sep     Oct

            === paid   ... free trial   ~~~ paid, with an offer   /// revoked   o bought   # expired
            - renewal off   $ price changed   ? higher price ahead   y price agreed to   < refunded
            ^ the script's end

            date           plan   what happened                                   price  no.
            2026-01-05  o  Month  bought, free, by introductory offer             $0.00    1
            2026-01-19  r  Month  renewed                                         $7.99    2
            2026-02-19  r  Month  renewed                                         $7.99    3
            2026-03-05  $  Month  costs $9.99; subscribers pay it if they agree
            2026-03-05  ?  Month  asked to agree to $9.99 from 2026-03-19 on
            2026-03-10  y  Month  agreed to $9.99 from 2026-03-19 on
            2026-03-19  r  Month  renewed                                         $9.99    4
            2026-04-19  r  Month  renewed                                         $9.99    5
            2026-05-10  <  Month  refund of the payment of 2026-04-19            -$9.99    5
            2026-06-10  o  Month  bought again, by promotional offer "half"       $3.99    6
            2026-07-10  r  Month  renewed, by promotional offer "half"            $3.99    7
            2026-07-10  -  Month  renewal turned off; ends on 2026-08-10
            2026-08-10  #  Month  expired: its renewal was off
            2026-10-10  o  Month  bought again, by win-back offer "back"          $0.99    8
            2026-10-10  o  Coins  bought x 3                                      $2.97    9
            """#
        #expect(try TestScenario.print(script, ["--ascii"]) == expected)
    }
}
