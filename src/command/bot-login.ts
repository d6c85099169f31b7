/** The login of an App's account on GitHub: no person can have one, as brackets are not allowed in a name. */
export const botLoginOf = (slug: string): string => `${slug}[bot]`;

/** What an App is called in addresses, by the login of its account. */
export const slugOf = (botLogin: string): string => botLogin.replace(/\[bot\]$/, "");
