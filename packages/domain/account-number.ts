/** Groups an IBAN by four characters, as banks print it. Other account numbers stay unchanged. */
export const groupedAccountNumber = (account: string): string =>
  /^[A-Z]{2}\d{2}\w+$/.test(account) ? account.replaceAll(/(.{4})(?=.)/g, '$1 ') : account
