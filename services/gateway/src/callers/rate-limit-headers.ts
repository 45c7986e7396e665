import type { ServerResponse } from 'node:http';

export interface RateLimitFacts {
  policy: string;
  /** Requests a minute. */
  quota: number;
  remaining: number;
  resetSeconds: number;
}

/** The two headers of the IETF draft (draft-ietf-httpapi-ratelimit-headers), as structured fields. */
export function setRateLimitHeaders(response: ServerResponse, facts: RateLimitFacts): void {
  response.setHeader('RateLimit-Policy', `"${facts.policy}";q=${facts.quota};w=60`);
  response.setHeader('RateLimit', `"${facts.policy}";r=${facts.remaining};t=${facts.resetSeconds}`);
}
