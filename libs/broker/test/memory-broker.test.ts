import { describeBroker } from './broker-conformance';
import { startMemoryBrokerHarness } from '@medley/testing/broker';
import { describeDeliveries } from './delivery-conformance';
import { describeEnvelopes } from './envelope-conformance';
import { describeSignals } from './signal-conformance';

describeBroker('the in-memory broker', startMemoryBrokerHarness);
describeSignals('signals of the in-memory broker', startMemoryBrokerHarness);
describeDeliveries('deliveries of the in-memory broker', startMemoryBrokerHarness);
describeEnvelopes('envelopes of the in-memory broker', startMemoryBrokerHarness);
