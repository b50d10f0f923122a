/**
 * Alphabetic codes of ISO 4217: list one as of 2026 (with funds and metals), and those withdrawn since 2018, because
 * documents of earlier years are read too. Without XTS and XXX, which name no currency. A table instead of `Intl`,
 * which knows every code that ever existed and differs between Node versions.
 */
const codes =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CLF " +
  "CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF " +
  "IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT " +
  "MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD " +
  "SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS " +
  "VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG";
const withdrawn = "ANG BGN BYR CUC HRK MRO SLL STD VEF ZWL";

const currencyCodes: ReadonlySet<string> = new Set(`${codes} ${withdrawn}`.split(" "));

/** Whether a code names a currency; case counts. */
export function isCurrency(code: string): boolean {
  return currencyCodes.has(code);
}
