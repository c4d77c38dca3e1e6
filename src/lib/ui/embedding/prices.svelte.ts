import { z } from 'zod';
import { getSetting, setSetting } from '$lib/data/settings';
import {
  endpointPriceSchema,
  NOTED_ENDPOINT_PRICES,
  type EndpointPrice,
} from '$lib/embedding/endpoint/prices';

const SETTING = 'endpoint-prices';

/** Prices of embedding and rerank endpoints by model: noted with a day, edited by the user, kept by this browser. */
class EndpointPrices {
  list: EndpointPrice[] = $state.raw([...NOTED_ENDPOINT_PRICES]);
  #opening: Promise<void> | null = null;

  open(): Promise<void> {
    this.#opening ??= getSetting(SETTING, z.array(endpointPriceSchema)).then(
      (kept) => {
        this.list = kept ?? this.list;
      },
      () => undefined,
    );
    return this.#opening;
  }

  of(model: string): EndpointPrice | null {
    return this.list.find((price) => price.model === model) ?? null;
  }

  /** Takes a price over; false when it is not one (a number below 0, no day). A browser without storage forgets it. */
  async set(price: EndpointPrice): Promise<boolean> {
    const read = endpointPriceSchema.safeParse(price);
    if (!read.success) return false;
    this.list = [...this.list.filter(({ model }) => model !== price.model), read.data];
    await setSetting(SETTING, this.list).catch(() => undefined);
    return true;
  }
}

export const endpointPrices = new EndpointPrices();
