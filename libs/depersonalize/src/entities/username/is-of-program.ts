/** Files, sites and words of programs in small letters. */
const programWord =
  /\.(?:com|org|net|edu|gov|ru|su|io|dev|local|js|ts|jsx|tsx|md|py|go|rs|java|kt|php|rb|cs|css|html?|ya?ml|json|xml|xlsx?|docx?|pdf|txt|csv|log|sh|sql|exe|msi|zip|rar|gz|png|jpe?g|mp[34]|cfg|conf|ini|bak|env|lock)$|^(?:api|app|lib|src|test|tmp|temp|read|write|load|file|user|table|index|version|node|config|feature|bugfix|hotfix|release|windows|utf|mp|ipv|sha|md|step|stage|item|page|group|team|role|room|host|server|client|service|system|default|error|null|new|old|web|data|base|db|sql)[._-]?\d{0,4}(?:$|[._-])/i;

/** Whether a word in small letters is a file, a site or a word of programs, which names of accounts look like. */
export function isOfProgram(name: string): boolean {
  return programWord.test(name);
}
