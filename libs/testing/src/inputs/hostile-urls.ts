/** Unusual spellings of loopback URLs. */
export const loopbackSpellings = [
  'http://127.0.0.1', 'http://2130706433/', 'http://0x7f000001/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/',
  'http://127.0.0.1./', 'http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/', 'http://localhost',
  'http://LOCALHOST:80/x', 'http://localhost./', 'http://ip6-localhost/', 'http://ip6-loopback/', 'http://a.b.localhost/',
  'http://localhost.localdomain/', 'http://127.0.0.1:8080/', 'https://127.0.0.1/', 'http://127.0.0.1#@example.com',
  'http://127.0.0.1?@example.com', 'http://[::1]/', 'http://[0:0:0:0:0:0:0:1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[2002:7f00:1::]/',
]; // prettier-ignore

/** Hosts in ranges that are not globally reachable. */
export const notPublic = [
  '0.0.0.1', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.255.255.254', '169.254.0.1', '172.16.0.1',
  '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1',
  '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', '[::]', '[::1]', '[::2]', '[::8.8.8.8]',
  '[::ffff:8.8.8.8]', '[::ffff:a9fe:a9fe]', '[::ffff:0:8.8.8.8]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[100::1]',
  '[2001::1]', '[2001:db8::1]', '[2002:808:808::1]', '[3fff::1]', '[3fff:fff::1]', '[5f00::1]', '[fc00::1]', '[fdff::1]',
  '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[4000::1]',
]; // prettier-ignore

/** Metadata hosts of cloud providers, which hand out credentials. */
export const metadata = [
  '169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '0xa9.0xfe.0xa9.0xfe', '169.254.170.2',
  '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '[64:ff9b::169.254.169.254]', '[2002:a9fe:a9fe::]', '100.100.100.200',
  '192.0.0.192', '168.63.129.16', '[fe80::a9fe:a9fe]', 'metadata.google.internal', 'metadata.google.internal.',
  'METADATA.google.internal', 'metadata',
]; // prettier-ignore

/** Texts that are refused as URLs, whatever they would lead to. */
export const malformed = [
  '', ' ', 'file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'data:text/plain,x', 'javascript:alert(1)',
  'dict://example.com/', 'concat:http://example.com/', 'hls+http://example.com/', '//example.com', 'example.com/x', 'http:',
  'http://', 'https://', 'http:///example.com', 'http:example.com', 'http:/example.com', 'http:\\\\example.com',
  'http:127.0.0.1', 'http:\\\\127.0.0.1', 'http://127.0.0.1\\@example.com', 'http://example.com\\@127.0.0.1',
  'http://exa\tmple.com', 'http://127.0.\n0.1', 'ht\ntp://example.com', ' http://example.com', 'http://example.com\n',
  'http://example.com/a\tb', 'http://example.com:99999/', 'http://example.com:x/', 'http://user@example.com/',
  'http://user:pass@example.com/', 'http://a@127.0.0.1/', 'http://@example.com/', 'http://[::1', 'http://[fe80::1%25eth0]/',
  'http://exa mple.com/', 'http://example.com:0/', `http://example.com/${'a'.repeat(2_049)}`,
]; // prettier-ignore
