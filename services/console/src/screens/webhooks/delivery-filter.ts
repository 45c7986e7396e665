import type { Delivery, DeliveryListRequest } from '@medley/client/browser';

/** The filters as the address bar has them; an empty text is no filter. */
export interface DeliveryFilter {
  status: Delivery['status'] | '';
  /** Days of the person: `2026-11-23`. */
  from: string;
  to: string;
}

export const deliveryStatuses: readonly Delivery['status'][] = ['pending', 'delivered', 'failed'];
export const noFilter: DeliveryFilter = { status: '', from: '', to: '' };
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What the address has of the filters; anything else in it is no filter. */
export function readFilter(parameters: URLSearchParams): DeliveryFilter {
  const text = (name: string): string => parameters.get(name) ?? '';
  const day = (name: string): string => {
    const value = text(name);
    return DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : '';
  };
  return {
    status: deliveryStatuses.find((status) => status === text('status')) ?? '',
    from: day('from'),
    to: day('to'),
  };
}

export function writeFilter(filter: DeliveryFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}

export function isEmpty(filter: DeliveryFilter): boolean {
  return Object.values(filter).every((value) => value === '');
}

export function toRequest({ status, from, to }: DeliveryFilter): DeliveryListRequest {
  return {
    ...(status !== '' && { status }),
    ...(from !== '' && { created_after: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { created_before: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}
